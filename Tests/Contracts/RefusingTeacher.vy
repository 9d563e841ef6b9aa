# pragma version 0.4.3
# pragma evm-version london
"""
@title A teacher, a student and an owner whose address refuses payment
@notice For tests only. Whoever deployed it makes it call the market; it takes KLAY with `fund` only, or when told to.
"""

interface Market:
    def createLecture(lectureCost: uint256): nonpayable
    def recreateLecture(lectureNumber: uint256, lectureCost: uint256): nonpayable
    def purchaseLecture(lectureNumber: uint256): payable
    def acceptAdmin(lectureNumber: uint256): nonpayable
    def reclaimPayment(lectureNumber: uint256): nonpayable
    def acceptOwnership(): nonpayable
    def withdraw(): nonpayable
    def withdrawTo(recipient: address): nonpayable

# How a payment is refused.
ACCEPT: constant(uint256) = 0
REVERT: constant(uint256) = 1  # with a reason
INVALID: constant(uint256) = 2  # the invalid opcode: burns all gas it was given
ENDLESS: constant(uint256) = 3  # a loop: burns all gas it was given
LONG_DATA: constant(uint256) = 4  # returns much data
EXPENSIVE: constant(uint256) = 5  # accepts, with work of its own

market: public(immutable(address))
manner: public(uint256)
work: HashMap[uint256, uint256]


@deploy
def __init__(_market: address, _manner: uint256):
    market = _market
    self.manner = _manner


@external
@payable
def __default__():
    if self.manner == REVERT:
        raise "this address takes no KLAY"
    if self.manner == INVALID:
        raise UNREACHABLE
    if self.manner == ENDLESS:
        burnt: uint256 = 0
        for i: uint256 in range(max_value(uint256)):
            burnt = unsafe_add(burnt, i)
    if self.manner == LONG_DATA:
        raw_revert(abi_encode(empty(uint256[400])))
    if self.manner == EXPENSIVE:
        # One new slot: about 22,000 gas, twice what a simple wallet takes.
        self.work[block.number] = msg.value


@external
def setManner(_manner: uint256):
    self.manner = _manner


@external
@payable
def fund():
    pass


@external
def createLecture(lectureCost: uint256):
    extcall Market(market).createLecture(lectureCost)


@external
def recreateLecture(lectureNumber: uint256, lectureCost: uint256):
    extcall Market(market).recreateLecture(lectureNumber, lectureCost)


@external
@payable
def purchaseLecture(lectureNumber: uint256):
    extcall Market(market).purchaseLecture(lectureNumber, value=msg.value)


@external
def acceptAdmin(lectureNumber: uint256):
    extcall Market(market).acceptAdmin(lectureNumber)


@external
def reclaimPayment(lectureNumber: uint256):
    extcall Market(market).reclaimPayment(lectureNumber)


@external
def acceptOwnership():
    extcall Market(market).acceptOwnership()


@external
def withdraw():
    extcall Market(market).withdraw()


@external
def withdrawTo(recipient: address):
    extcall Market(market).withdrawTo(recipient)
