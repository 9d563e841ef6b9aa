"""Blocks, transactions, receipts and logs in the JSON of the Ethereum execution API."""

import rlp
from pool import fee_cap, kind_of, tip_cap


def quantity(value: int) -> str:
    return hex(value)


def data(value: bytes) -> str:
    return "0x" + value.hex()


def word(value: int) -> str:
    return f"0x{value:064x}"


def bloom(value: int) -> str:
    return f"0x{value:0512x}"


def block(chain, number: int | None, full: bool) -> dict:
    """A mined block; with number None the one that would be mined now, which has no hash yet."""
    if number is None:
        header, entries, size = chain.pending_header(), [], 0
    else:
        mined = chain.blocks[number]
        header, entries, size = mined.header, chain.mined[number], len(rlp.encode(mined))
    result = {
        "number": quantity(header.block_number),
        "hash": None if number is None else data(header.hash),
        "parentHash": data(header.parent_hash),
        "nonce": None if number is None else data(header.nonce),
        "sha3Uncles": data(header.uncles_hash),
        "logsBloom": None if number is None else bloom(header.bloom),
        "transactionsRoot": data(header.transaction_root),
        "stateRoot": data(header.state_root),
        "receiptsRoot": data(header.receipt_root),
        "miner": data(header.coinbase),
        "difficulty": quantity(header.difficulty),
        "extraData": data(header.extra_data),
        "size": quantity(size),
        "gasLimit": quantity(header.gas_limit),
        "gasUsed": quantity(header.gas_used),
        "timestamp": quantity(header.timestamp),
        "mixHash": data(header.mix_hash),
        "uncles": [],
        "transactions": [transaction(chain, entry) if full else data(entry.transaction.hash) for entry in entries],
    }
    if not chain.at_least("paris"):
        result["totalDifficulty"] = quantity(sum(each.header.difficulty for each in chain.blocks[: (number or 0) + 1]))
    if chain.at_least("london"):
        result["baseFeePerGas"] = quantity(header.base_fee_per_gas)
    if chain.at_least("shanghai"):
        result["withdrawals"] = []
        result["withdrawalsRoot"] = data(header.withdrawals_root)
    if chain.at_least("cancun"):
        result["blobGasUsed"] = quantity(header.blob_gas_used)
        result["excessBlobGas"] = quantity(header.excess_blob_gas)
        result["parentBeaconBlockRoot"] = data(header.parent_beacon_block_root)
    if chain.at_least("prague"):
        result["requestsHash"] = data(header.requests_hash)
    return result


def transaction(chain, entry) -> dict:
    """A transaction in a block."""
    return {
        **unmined(chain, entry.transaction),
        "blockHash": data(entry.block.hash),
        "blockNumber": quantity(entry.block.number),
        "transactionIndex": quantity(entry.index),
        "gasPrice": quantity(effective_gas_price(entry)),
    }


def unmined(chain, tx) -> dict:
    """A transaction that waits for a block."""
    kind = kind_of(tx)
    result = {
        "type": quantity(kind),
        "hash": data(tx.hash),
        "nonce": quantity(tx.nonce),
        "blockHash": None,
        "blockNumber": None,
        "transactionIndex": None,
        "from": data(tx.sender),
        "to": data(tx.to) if tx.to else None,
        "value": quantity(tx.value),
        "gas": quantity(tx.gas),
        "gasPrice": quantity(fee_cap(tx)),
        "input": data(tx.data),
    }
    if kind == 0:
        if tx.chain_id is not None:
            result["chainId"] = quantity(tx.chain_id)
        return {**result, "v": quantity(tx.v), "r": quantity(tx.r), "s": quantity(tx.s)}
    result["chainId"] = quantity(tx.chain_id)
    result["accessList"] = [
        {"address": data(account), "storageKeys": [word(key) for key in keys]} for account, keys in tx.access_list
    ]
    if kind >= 2:
        result["maxFeePerGas"] = quantity(fee_cap(tx))
        result["maxPriorityFeePerGas"] = quantity(tip_cap(tx))
    if kind == 3:
        result["maxFeePerBlobGas"] = quantity(tx.max_fee_per_blob_gas)
        result["blobVersionedHashes"] = [data(value) for value in tx.blob_versioned_hashes]
    if kind == 4:
        result["authorizationList"] = [
            {
                "chainId": quantity(each.chain_id),
                "address": data(each.address),
                "nonce": quantity(each.nonce),
                "yParity": quantity(each.y_parity),
                "r": quantity(each.r),
                "s": quantity(each.s),
            }
            for each in tx.authorization_list
        ]
    signature = {"v": quantity(tx.y_parity), "yParity": quantity(tx.y_parity), "r": quantity(tx.r), "s": quantity(tx.s)}
    return {**result, **signature}


def effective_gas_price(entry) -> int:
    base_fee = getattr(entry.block.header, "base_fee_per_gas", None)
    if base_fee is None:
        return fee_cap(entry.transaction)
    return min(fee_cap(entry.transaction), base_fee + tip_cap(entry.transaction))


def receipt(chain, entry) -> dict:
    tx = entry.transaction
    created = None
    if not tx.to:
        from eth._utils.address import generate_contract_address

        created = data(generate_contract_address(tx.sender, tx.nonce))
    result = {
        "type": quantity(kind_of(tx)),
        "transactionHash": data(tx.hash),
        "transactionIndex": quantity(entry.index),
        "blockHash": data(entry.block.hash),
        "blockNumber": quantity(entry.block.number),
        "from": data(tx.sender),
        "to": data(tx.to) if tx.to else None,
        "contractAddress": created,
        "gasUsed": quantity(entry.gas_used),
        "cumulativeGasUsed": quantity(entry.receipt.gas_used),
        "effectiveGasPrice": quantity(effective_gas_price(entry)),
        "logs": logs(entry),
        "logsBloom": bloom(entry.receipt.bloom),
        "status": "0x1" if entry.receipt.state_root == b"\x01" else "0x0",
    }
    if kind_of(tx) == 3:
        result["blobGasUsed"] = quantity(131072 * len(tx.blob_versioned_hashes))
        result["blobGasPrice"] = quantity(chain.state(entry.block.header).blob_base_fee)
    return result


def logs(entry) -> list[dict]:
    return [
        {
            "address": data(log.address),
            "topics": [word(topic) for topic in log.topics],
            "data": data(log.data),
            "blockNumber": quantity(entry.block.number),
            "blockHash": data(entry.block.hash),
            "blockTimestamp": quantity(entry.block.header.timestamp),
            "transactionHash": data(entry.transaction.hash),
            "transactionIndex": quantity(entry.index),
            "logIndex": quantity(entry.first_log + index),
            "removed": False,
        }
        for index, log in enumerate(entry.receipt.logs)
    ]
