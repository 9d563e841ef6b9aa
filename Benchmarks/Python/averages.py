"""The averages of many lectures with web3.py; the client is made once and keeps its connection."""

import functools

from contract import connect

client = functools.cache(connect)


def one_by_one(url, address, count):
    _, market = client(url, address)
    average = market.functions.calculateEvaluationAveragePoint
    return sum(average(number).call() for number in range(int(count)))


def batched(url, address, count, size=1000):
    w3, market = client(url, address)
    average = market.functions.calculateEvaluationAveragePoint
    total = 0
    for first in range(0, int(count), size):
        with w3.batch_requests() as batch:
            for number in range(first, min(first + size, int(count))):
                batch.add(average(number))
            total += sum(batch.execute())
    return total
