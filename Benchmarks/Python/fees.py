"""What web3.py offers where a transaction names no fees, before each block of a recorded history."""

import pathlib

from web3._utils.fee_utils import PRIORITY_FEE_HISTORY_PARAMS, fee_history_priority_fee


class RecordedNode:
    """A node that has mined some of the recorded blocks, and knows of each the tip at web3.py's percentile."""

    def __init__(self, tips):
        self.tips = tips
        self.mined = 0

    def fee_history(self, count, newest, percentiles):
        assert newest == "pending" and percentiles == PRIORITY_FEE_HISTORY_PARAMS[2]
        return {"reward": [[tip] for tip in self.tips[max(0, self.mined - count) : self.mined]]}


def offers(path):
    """Reads a tip a line, and writes beside them the tip that web3.py takes before each block; gives their number."""
    file = pathlib.Path(path)
    node = RecordedNode([int(line) for line in file.read_text().split()])
    taken = []
    for node.mined in range(len(node.tips)):
        taken.append(fee_history_priority_fee(node))
    file.with_suffix(".offers").write_text("\n".join(map(str, taken)))
    return len(taken)
