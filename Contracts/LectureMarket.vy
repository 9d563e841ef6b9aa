# pragma version 0.4.3
# pragma evm-version london
# pragma optimize gas
"""
@title LectureMarket: lectures sold for KLAY, rated by those who bought them, settled by the platform
@notice
    A teacher opens a lecture at a price in whole KLAY. A student pays exactly that price, once in a run, and may
    rate the lecture once in that run with five scores of 0 to 100. The owner settles a run: a tenth of what it took
    is the fee, part of which goes back to the teacher for good ratings, and the run is closed. The teacher may then
    open the next of at most five runs. What the owner does not settle, a student may take back after ninety days.
@dev
    Keeps the functions and events of the contract of 2018 (generation 2), and mends what was wrong with it: see
    Contracts/README.md, which also lists every reason for a refusal.

    Where the money is: what is held for a lecture is `students of the open run x price`, computed and never stored,
    so it cannot drift from what was paid in; what is held for an address is its credit. `self.balance` is never read:
    KLAY forced in by a self-destructing contract changes nothing.
"""

# The functions of a lecture's life, in its order: createLecture, purchaseLecture, evaluateLecture, acceptAdmin,
# recreateLecture; then what happens to money that could not take its usual way; then the views.

# ---------------------------------------------------------------------------------------------------------- events

# The first three are those of generation 2, topics and order of the fields included.

event CreatingLecture:
    id: indexed(bytes32)
    teacher: indexed(address)
    lectureCost: uint256  # whole KLAY
    lectureNumber: indexed(uint256)

event EvaluatingLecture:
    lectureID: indexed(bytes32)
    evaluater: indexed(address)
    evaluatingCount: uint256  # ratings of the lecture after this one, all runs

event OwnershipTransferred:
    previousOwner: indexed(address)
    newOwner: indexed(address)

event OwnershipTransferStarted:
    previousOwner: indexed(address)
    newOwner: indexed(address)

event PurchasingLecture:
    lectureNumber: indexed(uint256)
    student: indexed(address)
    run: indexed(uint256)
    lectureCost: uint256  # whole KLAY

event SettlingLecture:
    lectureNumber: indexed(uint256)
    teacher: indexed(address)
    run: indexed(uint256)
    owner: address
    totalLectureCost: uint256  # peb; what the run took = teacherShare + ownerShare
    incentiveCost: uint256  # peb; part of teacherShare
    teacherShare: uint256  # peb
    ownerShare: uint256  # peb
    teacherPaid: bool  # False: refused, and credited for withdrawal
    ownerPaid: bool

event ReclaimingPayment:
    lectureNumber: indexed(uint256)
    student: indexed(address)
    run: indexed(uint256)
    amount: uint256  # peb
    ratingRemoved: bool

event CreditingPayment:
    account: indexed(address)
    amount: uint256  # peb

event WithdrawingCredit:
    account: indexed(address)
    recipient: indexed(address)
    amount: uint256  # peb

# ------------------------------------------------------------------------------------------------------- constants

KLAY: constant(uint256) = 10**18  # peb

# More KLAY than there is (about six thousand million), far from where price x 10^18 x students could overflow.
MAXIMUM_COST: constant(uint256) = 10**10

LAST_RUN: constant(uint256) = 4  # runs are counted 0…4
MAXIMUM_SCORE: constant(uint256) = 100
MAXIMUM_TITLE: constant(uint256) = 100  # bytes of UTF-8
MAXIMUM_PAGE: constant(uint256) = 100  # lectures in one answer of getLectures

# Long enough that an owner on holiday loses nobody's lecture, short enough to be waited for.
RECLAIM_PERIOD: constant(uint256) = 90 * 24 * 60 * 60

# Six counters share one slot, 42 bits each: the number of ratings, then the sum of each score. A rating then costs
# one write instead of six, and taking one back is one subtraction. Below this many ratings no sum can fill its lane.
LANE: constant(uint256) = 42
LANE_MASK: constant(uint256) = 2**42 - 1
MAXIMUM_RATINGS: constant(uint256) = LANE_MASK // MAXIMUM_SCORE

# What a paid contract may burn in its receive function: enough for any wallet, too little to hold a settlement up.
PAYMENT_GAS: constant(uint256) = 50_000
# Of the gas left a call passes on 63/64 at most (EIP-150), and costs 9,100 itself. With less than this at hand a
# willing contract would run out of gas and be taken for a refusing one; and eth_estimateGas, which looks for the
# least gas that succeeds, would find exactly that. So the transaction fails instead.
PAYMENT_GAS_AT_HAND: constant(uint256) = 65_000

RECLAIMED: constant(uint256) = max_value(uint256)  # in place of the time of a purchase

FREE: constant(uint256) = 1
PAYING: constant(uint256) = 2

# --------------------------------------------------------------------------------------------------------- records

struct Lecture:
    id: bytes32
    teacher: address
    title: String[MAXIMUM_TITLE]
    run: uint256  # the present run
    ratings: uint256  # six lanes, all runs: the average of generation 2 is over all runs

struct Run:
    cost: uint256  # whole KLAY
    studentCount: uint256  # those who reclaimed taken off
    openedAt: uint256  # time
    openedAtBlock: uint256
    settledAt: uint256  # time; 0 while the run is open

# What the views answer with.

struct LectureRecord:
    lectureNumber: uint256
    lectureID: bytes32
    teacher: address
    title: String[MAXIMUM_TITLE]
    run: uint256  # the present run, 0…4; all that follows up to settledAt is of this run
    isOpen: bool
    lectureCost: uint256  # whole KLAY
    studentCount: uint256
    totalLectureCost: uint256  # peb held for the run; 0 once settled
    openedAt: uint256  # seconds since 1970
    openedAtBlock: uint256
    settledAt: uint256  # seconds since 1970; 0 while open
    evaluationCount: uint256  # all runs, as are the five sums
    preparationPoint: uint256
    contentPoint: uint256
    proceedPoint: uint256
    communicationPoint: uint256
    satisfactionPoint: uint256

struct RunRecord:
    isOpen: bool
    lectureCost: uint256  # whole KLAY
    studentCount: uint256
    totalLectureCost: uint256  # peb held for the run; 0 once settled
    openedAt: uint256
    openedAtBlock: uint256
    settledAt: uint256

struct PurchaseRecord:
    purchased: bool  # stays True after a reclaim
    purchasedAt: uint256  # seconds since 1970; 0 when not purchased or when reclaimed
    rated: bool
    reclaimed: bool
    reclaimable: bool  # now
    reclaimableFrom: uint256  # seconds since 1970; 0 when there is nothing to reclaim
    preparationPoint: uint256
    contentPoint: uint256
    proceedPoint: uint256
    communicationPoint: uint256
    satisfactionPoint: uint256

# --------------------------------------------------------------------------------------------------------- storage

owner: public(address)
pendingOwner: public(address)
lectureCount: public(uint256)
creditOf: public(HashMap[address, uint256])  # peb that wait for `withdraw`

lectures: HashMap[uint256, Lecture]
runs: HashMap[uint256, HashMap[uint256, Run]]  # lecture, run
numberAfter: HashMap[bytes32, uint256]  # lecture id -> number + 1, so that 0 says unknown
purchases: HashMap[uint256, HashMap[uint256, HashMap[address, uint256]]]  # lecture, run, student -> time
ratings: HashMap[uint256, HashMap[uint256, HashMap[address, uint256]]]  # lecture, run, student -> six lanes, first 1
door: uint256  # FREE or PAYING


@deploy
def __init__():
    self.owner = msg.sender
    self.door = FREE
    log OwnershipTransferred(previousOwner=empty(address), newOwner=msg.sender)


# ---------------------------------------------------------------------------------------------- a lecture's life

@external
def createLecture(lectureCost: uint256, title: String[1024] = ""):
    """
    @notice Opens a new lecture of the caller.
    @param lectureCost The price in whole KLAY, at least 1.
    @param title What the lecture is called, at most 100 bytes; may be left out.
    """
    # The parameter is wider than the title may be, so that a title too long is refused with a reason.
    assert len(title) <= MAXIMUM_TITLE, "title is too long"
    lectureNumber: uint256 = self.lectureCount
    lectureID: bytes32 = keccak256(
        concat(convert(block.number, bytes32), convert(msg.sender, bytes20), convert(lectureCost, bytes32))
    )
    if self.numberAfter[lectureID] != 0:
        # A second lecture of this teacher at this price in this block: in generation 2 they shared an id.
        lectureID = keccak256(
            concat(
                convert(block.number, bytes32),
                convert(msg.sender, bytes20),
                convert(lectureCost, bytes32),
                convert(lectureNumber, bytes32),
            )
        )
    self.lectureCount = lectureNumber + 1
    self.numberAfter[lectureID] = lectureNumber + 1
    self.lectures[lectureNumber].id = lectureID
    self.lectures[lectureNumber].teacher = msg.sender
    if len(title) != 0:
        self.lectures[lectureNumber].title = convert(title, String[MAXIMUM_TITLE])
    self._open(lectureNumber, 0, lectureCost)


@external
@payable
def purchaseLecture(lectureNumber: uint256):
    """
    @notice Buys the present run of a lecture. The value must be exactly its price x 10^18 peb.
    @param lectureNumber The lecture's number; the first is 0.
    """
    self._requireLecture(lectureNumber)
    run: uint256 = self.lectures[lectureNumber].run
    assert self.runs[lectureNumber][run].settledAt == 0, "lecture closed"
    assert self.lectures[lectureNumber].teacher != msg.sender, "own lecture"
    purchasedAt: uint256 = self.purchases[lectureNumber][run][msg.sender]
    assert purchasedAt != RECLAIMED, "reclaimed already"
    assert purchasedAt == 0, "bought already"
    lectureCost: uint256 = self.runs[lectureNumber][run].cost
    assert msg.value == lectureCost * KLAY, "wrong payment"
    self.purchases[lectureNumber][run][msg.sender] = block.timestamp
    self.runs[lectureNumber][run].studentCount += 1
    log PurchasingLecture(lectureNumber=lectureNumber, student=msg.sender, run=run, lectureCost=lectureCost)


@external
def evaluateLecture(
    lectureNumber: uint256,
    _preparation_point: uint256,
    _content_point: uint256,
    _proceed_point: uint256,
    _communication_point: uint256,
    _satisfaction_point: uint256,
):
    """
    @notice Rates the present run of a lecture the caller bought: once, and before it is settled. Scores are 0 to 100.
    """
    self._requireLecture(lectureNumber)
    run: uint256 = self.lectures[lectureNumber].run
    assert self.runs[lectureNumber][run].settledAt == 0, "lecture closed"
    assert self.lectures[lectureNumber].teacher != msg.sender, "own lecture"
    assert self._isStudent(lectureNumber, run, msg.sender), "not a student of this run"
    assert self.ratings[lectureNumber][run][msg.sender] == 0, "rated already"
    assert (
        _preparation_point <= MAXIMUM_SCORE
        and _content_point <= MAXIMUM_SCORE
        and _proceed_point <= MAXIMUM_SCORE
        and _communication_point <= MAXIMUM_SCORE
        and _satisfaction_point <= MAXIMUM_SCORE
    ), "score above 100"
    rating: uint256 = (
        1
        | (_preparation_point << LANE)
        | (_content_point << (2 * LANE))
        | (_proceed_point << (3 * LANE))
        | (_communication_point << (4 * LANE))
        | (_satisfaction_point << (5 * LANE))
    )
    total: uint256 = self.lectures[lectureNumber].ratings
    assert self._lane(total, 0) < MAXIMUM_RATINGS, "too many ratings"
    total += rating
    self.ratings[lectureNumber][run][msg.sender] = rating
    self.lectures[lectureNumber].ratings = total
    log EvaluatingLecture(
        lectureID=self.lectures[lectureNumber].id, evaluater=msg.sender, evaluatingCount=self._lane(total, 0)
    )


@external
def acceptAdmin(lectureNumber: uint256):
    """
    @notice Settles the present run of a lecture and closes it: the owner's, once in a run.
    @dev The fee is a tenth; of the fee, 15, 10, 5 or 0 % goes back to the teacher at an average of 100, 80 or more,
         60 or more, or below. The average is generation 2's, over all runs; without any rating nothing goes back.
    """
    self._enter()
    assert msg.sender == self.owner, "not the owner"
    self._requireLecture(lectureNumber)
    run: uint256 = self.lectures[lectureNumber].run
    assert self.runs[lectureNumber][run].settledAt == 0, "settled already"

    total: uint256 = self._escrow(lectureNumber, run)
    fee: uint256 = total // 10
    incentive: uint256 = self._incentive(fee, self._percent(self.lectures[lectureNumber].ratings))
    teacherShare: uint256 = total - fee + incentive
    ownerShare: uint256 = total - teacherShare
    teacher: address = self.lectures[lectureNumber].teacher

    # Closed before anybody is paid: whoever is called back finds nothing left to take.
    self.runs[lectureNumber][run].settledAt = block.timestamp
    teacherPaid: bool = self._pay(teacher, teacherShare)
    ownerPaid: bool = self._pay(msg.sender, ownerShare)
    log SettlingLecture(
        lectureNumber=lectureNumber,
        teacher=teacher,
        run=run,
        owner=msg.sender,
        totalLectureCost=total,
        incentiveCost=incentive,
        teacherShare=teacherShare,
        ownerShare=ownerShare,
        teacherPaid=teacherPaid,
        ownerPaid=ownerPaid,
    )
    self._leave()


@external
def recreateLecture(lectureNumber: uint256, lectureCost: uint256):
    """
    @notice Opens the next run of a settled lecture: its teacher's, five runs at most. Nobody is a student of it yet.
    @param lectureCost The price of the new run in whole KLAY, at least 1.
    """
    self._requireLecture(lectureNumber)
    assert self.lectures[lectureNumber].teacher == msg.sender, "not the teacher"
    run: uint256 = self.lectures[lectureNumber].run
    assert self.runs[lectureNumber][run].settledAt != 0, "lecture still open"
    assert run < LAST_RUN, "no more runs"
    self.lectures[lectureNumber].run = run + 1
    self._open(lectureNumber, run + 1, lectureCost)


@external
@payable
def payBalance(lectureNumber: uint256):
    """
    @notice Pays nobody: always refused. In generation 2 anybody could have a lecture paid out with it, repeatedly.
    @dev Kept, payable as it was, so that a client of generation 2 finds it and is told.
    """
    raise "payBalance pays nobody"


# ------------------------------------------------------------------------- money that did not take its usual way

@external
def reclaimPayment(lectureNumber: uint256):
    """
    @notice Takes back what the caller paid for a run that was not settled within ninety days of the purchase.
    @dev The student leaves the run, and the rating, if any, goes with the payment: otherwise a rating would be
         free to whoever waits. The rest of the run can still be settled. A student who left can't buy it again.
    """
    self._enter()
    self._requireLecture(lectureNumber)
    run: uint256 = self.lectures[lectureNumber].run
    assert self.runs[lectureNumber][run].settledAt == 0, "settled already"
    purchasedAt: uint256 = self.purchases[lectureNumber][run][msg.sender]
    assert purchasedAt != RECLAIMED, "reclaimed already"
    assert purchasedAt != 0, "not a student of this run"
    assert block.timestamp >= purchasedAt + RECLAIM_PERIOD, "too early to reclaim"

    amount: uint256 = self.runs[lectureNumber][run].cost * KLAY
    rating: uint256 = self.ratings[lectureNumber][run][msg.sender]
    self.purchases[lectureNumber][run][msg.sender] = RECLAIMED
    self.runs[lectureNumber][run].studentCount -= 1
    if rating != 0:
        self.ratings[lectureNumber][run][msg.sender] = 0
        self.lectures[lectureNumber].ratings -= rating
    self._pay(msg.sender, amount)
    log ReclaimingPayment(
        lectureNumber=lectureNumber, student=msg.sender, run=run, amount=amount, ratingRemoved=rating != 0
    )
    self._leave()


@external
def withdraw():
    """
    @notice Pays the caller's credit to the caller.
    """
    self._withdraw(msg.sender)


@external
def withdrawTo(recipient: address):
    """
    @notice Pays the caller's credit to another address: for a caller that cannot be paid.
    """
    assert recipient != empty(address), "zero address"
    self._withdraw(recipient)


@external
@payable
def __default__():
    # Payable, so that the refusal can say why. There is no other way to send KLAY than with a purchase.
    assert len(msg.data) != 0, "KLAY without a call"
    raise "no such function"


# ----------------------------------------------------------------------------------------------- change of owner

@external
def transferOwnership(newOwner: address):
    """
    @notice Offers the ownership to an address; it changes hands when that address calls acceptOwnership.
    @dev Another offer replaces it; the owner's own address takes it back.
    """
    assert msg.sender == self.owner, "not the owner"
    assert newOwner != empty(address), "zero address"
    self.pendingOwner = newOwner if newOwner != msg.sender else empty(address)
    log OwnershipTransferStarted(previousOwner=msg.sender, newOwner=newOwner)


@external
def acceptOwnership():
    """
    @notice Makes the caller the owner, if the owner offered it.
    """
    assert msg.sender == self.pendingOwner, "not the pending owner"
    previousOwner: address = self.owner
    self.owner = msg.sender
    self.pendingOwner = empty(address)
    log OwnershipTransferred(previousOwner=previousOwner, newOwner=msg.sender)


# ------------------------------------------------------------------------------------- the views of generation 2

@external
@view
def lectureIDs(lectureNumber: uint256) -> bytes32:
    """
    @notice The id of a lecture.
    """
    self._requireLecture(lectureNumber)
    return self.lectures[lectureNumber].id


@external
@view
def getLectureID(lectureNumber: uint256) -> bytes32:
    """
    @notice The id of a lecture.
    """
    self._requireLecture(lectureNumber)
    return self.lectures[lectureNumber].id


@external
@view
def getLectureNumber(lectureID: bytes32) -> uint256:
    """
    @notice The number of the lecture with an id.
    """
    number: uint256 = self.numberAfter[lectureID]
    assert number != 0, "no such lecture ID"
    return number - 1


@external
@view
def getLectureTotalCost(lectureNumber: uint256) -> uint256:
    """
    @notice What is held for the present run of a lecture, in peb; 0 once it is settled.
    """
    self._requireLecture(lectureNumber)
    return self._escrow(lectureNumber, self.lectures[lectureNumber].run)


@external
@view
def getLectureEvaluationPoint(lectureNumber: uint256) -> (uint256, uint256, uint256, uint256, uint256, uint256):
    """
    @notice The number of ratings of a lecture in all runs, and the sum of each of the five scores.
    """
    self._requireLecture(lectureNumber)
    total: uint256 = self.lectures[lectureNumber].ratings
    return (
        self._lane(total, 0),
        self._lane(total, 1),
        self._lane(total, 2),
        self._lane(total, 3),
        self._lane(total, 4),
        self._lane(total, 5),
    )


@external
@view
def isValidStudent(lectureNumber: uint256, studentAddress: address) -> bool:
    """
    @notice Whether an address bought the present run of a lecture, and did not take the payment back.
    """
    self._requireLecture(lectureNumber)
    return self._isStudent(lectureNumber, self.lectures[lectureNumber].run, studentAddress)


@external
@view
def calculateEvaluationAveragePoint(lectureNumber: uint256) -> uint256:
    """
    @notice The average of all scores of a lecture in all runs, rounded down; refused before the first rating.
    """
    self._requireLecture(lectureNumber)
    total: uint256 = self.lectures[lectureNumber].ratings
    assert total != 0, "no rating yet"
    return self._average(total)


@external
@view
def calculateIncentiveCost(lectureFee: uint256, percent: uint256) -> uint256:
    """
    @notice That many percent of a fee, rounded to the nearest.
    """
    assert percent == 0 or lectureFee <= (max_value(uint256) - 50) // percent, "fee is too high"
    return self._incentive(lectureFee, percent)


# --------------------------------------------------------------------------------------------------- new views

@external
@pure
def version() -> String[16]:
    """
    @notice What a client recognises this generation by.
    """
    return "3.0.0"


@external
@pure
def reclaimPeriod() -> uint256:
    """
    @notice Seconds from a purchase until it can be taken back from a run that was not settled.
    """
    return RECLAIM_PERIOD


@external
@view
def getLecture(lectureNumber: uint256) -> LectureRecord:
    """
    @notice All there is to know about a lecture.
    """
    self._requireLecture(lectureNumber)
    return self._record(lectureNumber)


@external
@view
def getLectures(firstNumber: uint256, limit: uint256) -> DynArray[LectureRecord, MAXIMUM_PAGE]:
    """
    @notice The records of up to `limit` lectures from a number on; 100 at most, fewer at the end, none behind it.
    """
    records: DynArray[LectureRecord, MAXIMUM_PAGE] = []
    count: uint256 = self.lectureCount
    if firstNumber < count:
        for i: uint256 in range(min(min(limit, MAXIMUM_PAGE), count - firstNumber), bound=MAXIMUM_PAGE):
            records.append(self._record(firstNumber + i))
    return records


@external
@view
def getRun(lectureNumber: uint256, run: uint256) -> RunRecord:
    """
    @notice One run of a lecture, the present one or an earlier.
    """
    self._requireRun(lectureNumber, run)
    record: Run = self.runs[lectureNumber][run]
    return RunRecord(
        isOpen=record.settledAt == 0,
        lectureCost=record.cost,
        studentCount=record.studentCount,
        totalLectureCost=self._escrow(lectureNumber, run),
        openedAt=record.openedAt,
        openedAtBlock=record.openedAtBlock,
        settledAt=record.settledAt,
    )


@external
@view
def getPurchase(lectureNumber: uint256, run: uint256, studentAddress: address) -> PurchaseRecord:
    """
    @notice Whether and when an address bought a run, how it rated it, and whether it can take the payment back.
    """
    self._requireRun(lectureNumber, run)
    purchasedAt: uint256 = self.purchases[lectureNumber][run][studentAddress]
    reclaimed: bool = purchasedAt == RECLAIMED
    rating: uint256 = self.ratings[lectureNumber][run][studentAddress]
    purchased: bool = purchasedAt != 0
    if reclaimed:
        purchasedAt = 0
    reclaimableFrom: uint256 = 0
    if purchasedAt != 0 and self.runs[lectureNumber][run].settledAt == 0:
        reclaimableFrom = purchasedAt + RECLAIM_PERIOD
    return PurchaseRecord(
        purchased=purchased,
        purchasedAt=purchasedAt,
        rated=rating != 0,
        reclaimed=reclaimed,
        reclaimable=reclaimableFrom != 0 and block.timestamp >= reclaimableFrom,
        reclaimableFrom=reclaimableFrom,
        preparationPoint=self._lane(rating, 1),
        contentPoint=self._lane(rating, 2),
        proceedPoint=self._lane(rating, 3),
        communicationPoint=self._lane(rating, 4),
        satisfactionPoint=self._lane(rating, 5),
    )


# ---------------------------------------------------------------------------------------------------- within

@internal
def _open(lectureNumber: uint256, run: uint256, lectureCost: uint256):
    """
    @dev Opens a run. The bound keeps cost x 10^18 x students from overflowing: generation 2 did not check it.
    """
    assert lectureCost != 0, "cost is zero"
    assert lectureCost <= MAXIMUM_COST, "cost is too high"
    self.runs[lectureNumber][run].cost = lectureCost
    self.runs[lectureNumber][run].openedAt = block.timestamp
    self.runs[lectureNumber][run].openedAtBlock = block.number
    log CreatingLecture(
        id=self.lectures[lectureNumber].id,
        teacher=msg.sender,
        lectureCost=lectureCost,
        lectureNumber=lectureNumber,
    )


@internal
@view
def _requireLecture(lectureNumber: uint256):
    assert lectureNumber < self.lectureCount, "no such lecture"


@internal
@view
def _requireRun(lectureNumber: uint256, run: uint256):
    self._requireLecture(lectureNumber)
    assert run <= self.lectures[lectureNumber].run, "no such run"


@internal
@view
def _isStudent(lectureNumber: uint256, run: uint256, account: address) -> bool:
    purchasedAt: uint256 = self.purchases[lectureNumber][run][account]
    return purchasedAt != 0 and purchasedAt != RECLAIMED


@internal
@view
def _escrow(lectureNumber: uint256, run: uint256) -> uint256:
    """
    @dev What is held for a run, in peb.
    """
    if self.runs[lectureNumber][run].settledAt != 0:
        return 0
    return self.runs[lectureNumber][run].studentCount * self.runs[lectureNumber][run].cost * KLAY


@internal
@pure
def _lane(counters: uint256, index: uint256) -> uint256:
    return (counters >> (index * LANE)) & LANE_MASK


@internal
@pure
def _average(counters: uint256) -> uint256:
    total: uint256 = 0
    for i: uint256 in range(1, 6):
        total += self._lane(counters, i)
    return total // (self._lane(counters, 0) * 5)


@internal
@pure
def _percent(counters: uint256) -> uint256:
    """
    @dev The part of the fee that goes back to the teacher.
    """
    if counters == 0:
        return 0
    average: uint256 = self._average(counters)
    if average >= 100:
        return 15
    if average >= 80:
        return 10
    if average >= 60:
        return 5
    return 0


@internal
@pure
def _incentive(fee: uint256, percent: uint256) -> uint256:
    return (fee * percent + 50) // 100


@internal
def _pay(account: address, amount: uint256) -> bool:
    """
    @dev Pays, or credits for withdrawal what is refused, so that nobody's refusal holds up another's money. Callers
         have written all their state before. What the payee returns is not read: it could be made long.
    """
    if amount == 0:
        return True
    if account.is_contract:
        assert msg.gas >= PAYMENT_GAS_AT_HAND, "too little gas"
    if raw_call(account, b"", value=amount, gas=PAYMENT_GAS, revert_on_failure=False):
        return True
    self.creditOf[account] += amount
    log CreditingPayment(account=account, amount=amount)
    return False


@internal
def _withdraw(recipient: address):
    self._enter()
    amount: uint256 = self.creditOf[msg.sender]
    assert amount != 0, "nothing to withdraw"
    self.creditOf[msg.sender] = 0
    assert raw_call(recipient, b"", value=amount, revert_on_failure=False), "payment refused"
    log WithdrawingCredit(account=msg.sender, recipient=recipient, amount=amount)
    self._leave()


@internal
def _enter():
    """
    @dev One payment at a time. Each is safe without it, its state written first; Vyper's own lock would do the
         same but refuse without a reason.
    """
    assert self.door == FREE, "payment in progress"
    self.door = PAYING


@internal
def _leave():
    self.door = FREE


@internal
@view
def _record(lectureNumber: uint256) -> LectureRecord:
    run: uint256 = self.lectures[lectureNumber].run
    total: uint256 = self.lectures[lectureNumber].ratings
    present: Run = self.runs[lectureNumber][run]
    return LectureRecord(
        lectureNumber=lectureNumber,
        lectureID=self.lectures[lectureNumber].id,
        teacher=self.lectures[lectureNumber].teacher,
        title=self.lectures[lectureNumber].title,
        run=run,
        isOpen=present.settledAt == 0,
        lectureCost=present.cost,
        studentCount=present.studentCount,
        totalLectureCost=self._escrow(lectureNumber, run),
        openedAt=present.openedAt,
        openedAtBlock=present.openedAtBlock,
        settledAt=present.settledAt,
        evaluationCount=self._lane(total, 0),
        preparationPoint=self._lane(total, 1),
        contentPoint=self._lane(total, 2),
        proceedPoint=self._lane(total, 3),
        communicationPoint=self._lane(total, 4),
        satisfactionPoint=self._lane(total, 5),
    )
