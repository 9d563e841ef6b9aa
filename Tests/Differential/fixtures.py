"""The official state tests as tests of every fork: the same state and transaction, whatever fork they were written for."""

import json
import pathlib

# More gas than this takes the specification too long.
MOST_GAS = 3_000_000


def since(fork, forks, name):
    return forks.index(fork) >= forks.index(name)


def transaction(fields, indexes, fork, forks):
    """A case's transaction as the fork has it; None if it has none such."""
    kept = {name: fields[name] for name in ("sender", "nonce", "to")}
    for name, index in (("data", "data"), ("gasLimit", "gas"), ("value", "value")):
        kept[name] = [fields[name][indexes[index]]]
    # "0x:bigint …" stands for what no transaction can carry.
    if any(":" in text for name in ("nonce", "value", "gasLimit") for text in (kept[name], kept[name][0])):
        return None
    if int(kept["gasLimit"][0], 16) > MOST_GAS:
        return None
    for name in ("authorizationList", "blobVersionedHashes"):
        if name in fields:
            first = "Prague" if name == "authorizationList" else "Cancun"
            # A list of nothing, or no recipient, is not what the specification's types can say.
            if not since(fork, forks, first) or not fields[name] or not kept["to"]:
                return None
            kept[name] = fields[name]
    if "maxFeePerBlobGas" in fields and "blobVersionedHashes" in kept:
        kept["maxFeePerBlobGas"] = fields["maxFeePerBlobGas"]
    lists = fields.get("accessLists")
    entries = lists[indexes["data"]] if lists else None
    if "maxFeePerGas" in fields and since(fork, forks, "London"):
        kept |= {name: fields[name] for name in ("maxFeePerGas", "maxPriorityFeePerGas")}
        kept["accessLists"] = [entries or []]
    else:
        kept["gasPrice"] = fields.get("gasPrice") or fields["maxFeePerGas"]
        if entries is not None and since(fork, forks, "Berlin"):
            kept["accessLists"] = [entries]
    return kept


def tests(folder, forks):
    """For each test of each file its cases, one after another over the forks."""
    turn = 0
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        for name, test in json.loads(path.read_text()).items():
            if "post" not in test or "sender" not in test["transaction"]:
                continue
            cases = next(iter(test["post"].values()))
            for number, fork in enumerate(forks):
                case = cases[(turn + number) % len(cases)]["indexes"]
                fields = transaction(test["transaction"], case, fork, forks)
                if fields is not None:
                    yield dict(fork=fork, env=test["env"], pre=test["pre"], transaction=fields, place=f"{path}, {name}")
            turn += 1
