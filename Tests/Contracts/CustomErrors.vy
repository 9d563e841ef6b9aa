# pragma version 0.4.3
# pragma evm-version london
"""
@title Reverts in every form in which a contract can revert
@notice For tests only. Vyper gives Error(string) and empty data; the rest is raised as raw data.
"""

value: public(uint256)


@external
@view
def reason():
    raise "a reason in words"


@external
@view
def longReason():
    raise "a reason that takes more than one word of thirty-two bytes, as reasons that explain themselves do take"


@external
@view
def emptyReason():
    raw_revert(concat(method_id("Error(string)"), convert(32, bytes32), empty(bytes32)))


@external
@view
def noReason():
    raise


@external
@view
def panic(code: uint256):
    """
    @notice Panic(uint256), as Solidity raises it: 0x01 assertion, 0x11 overflow, 0x12 division by zero, …
    """
    raw_revert(concat(method_id("Panic(uint256)"), convert(code, bytes32)))


@external
@view
def custom(available: uint256, required: uint256):
    """
    @notice error InsufficientBalance(uint256 available, uint256 required)
    """
    raw_revert(
        concat(
            method_id("InsufficientBalance(uint256,uint256)"),
            convert(available, bytes32),
            convert(required, bytes32),
        )
    )


@external
@view
def customWithoutArguments():
    """
    @notice error Unauthorized()
    """
    raw_revert(method_id("Unauthorized()"))


@external
@view
def customWithText(account: address, text: String[96]):
    """
    @notice error Refused(address account, string text)
    """
    raw_revert(abi_encode(account, text, method_id=method_id("Refused(address,string)")))


@external
@view
def unknownCustom():
    """
    @notice A selector that no ABI knows.
    """
    raw_revert(x"deadbeef0000000000000000000000000000000000000000000000000000000000000001")


@external
@view
def malformedReason():
    """
    @notice Error(string) whose offset points nowhere.
    """
    raw_revert(concat(method_id("Error(string)"), convert(max_value(uint256), bytes32)))


@external
@view
def malformedCustom():
    """
    @notice The selector of InsufficientBalance and nothing behind it.
    """
    raw_revert(method_id("InsufficientBalance(uint256,uint256)"))


@external
@view
def shortData():
    """
    @notice Fewer bytes than a selector has.
    """
    raw_revert(x"c0ffee")


@external
@view
def invalidOpcode():
    raise UNREACHABLE


@external
def customWhenSent(required: uint256):
    """
    @notice Not a view: for the failure of a transaction that was estimated to succeed.
    """
    if self.value != 0:
        raw_revert(
            concat(
                method_id("InsufficientBalance(uint256,uint256)"),
                convert(self.value, bytes32),
                convert(required, bytes32),
            )
        )
    self.value = required
