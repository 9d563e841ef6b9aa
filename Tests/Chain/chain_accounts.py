"""The accounts of the test mnemonic, with keys to sign with. Known to everybody: for test chains only."""

import functools

from eth_account import Account

MNEMONIC = "test test test test test test test test test test test junk"


@functools.cache
def account(index: int):
    Account.enable_unaudited_hdwallet_features()
    return Account.from_mnemonic(MNEMONIC, account_path=f"m/44'/60'/0'/0/{index}")
