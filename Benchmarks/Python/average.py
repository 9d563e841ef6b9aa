"""What `lectures average N` does, as a script of web3.py: average.py N, with the command's environment."""

import os
import sys

from contract import connect

_, market = connect(os.environ["LECTURES_ENDPOINT"], os.environ["LECTURES_CONTRACT"])
number = int(sys.argv[1])
print(f"Lecture {number} averages {market.functions.calculateEvaluationAveragePoint(number).call()}")
