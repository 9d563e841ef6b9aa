# pragma version 0.4.3
# pragma evm-version london
"""
@title Stand-in for the lecture contract of generation 1, with its faults
@notice For tests only: generation 2 without getLectureNumber, and with three arguments in CreatingLecture. No refusal
        has a reason; anybody pays out with payBalance, as often as there is money; a student buys and rates
        repeatedly; scores have no bound; an average of nothing runs into the invalid opcode; students stay students
        after a new run; cost x 10^18 wraps around; two lectures of a block share an id.
"""

event CreatingLecture:
    id: indexed(bytes32)
    teacher: indexed(address)
    lectureCost: uint256

event EvaluatingLecture:
    lectureID: indexed(bytes32)
    evaluater: indexed(address)
    evaluatingCount: uint256

event OwnershipTransferred:
    previousOwner: indexed(address)
    newOwner: indexed(address)

struct Lecture:
    teacher: address
    run: uint256
    closed: bool
    lectureCost: uint256
    total: uint256
    evaluations: uint256
    points: uint256[5]

owner: public(address)
ids: DynArray[bytes32, 1000000]
lectures: HashMap[uint256, Lecture]
students: HashMap[uint256, HashMap[address, bool]]


@deploy
def __init__():
    self.owner = msg.sender
    log OwnershipTransferred(previousOwner=empty(address), newOwner=msg.sender)


@external
def createLecture(lectureCost: uint256):
    number: uint256 = len(self.ids)
    id: bytes32 = keccak256(
        concat(convert(block.number, bytes32), convert(msg.sender, bytes20), convert(lectureCost, bytes32))
    )
    self.ids.append(id)
    self.lectures[number].teacher = msg.sender
    self.lectures[number].lectureCost = lectureCost
    log CreatingLecture(id=id, teacher=msg.sender, lectureCost=lectureCost)


@external
def recreateLecture(lectureNumber: uint256, lectureCost: uint256):
    self._known(lectureNumber)
    assert self.lectures[lectureNumber].teacher == msg.sender
    assert self.lectures[lectureNumber].closed
    assert self.lectures[lectureNumber].run < 4
    self.lectures[lectureNumber].run += 1
    self.lectures[lectureNumber].closed = False
    self.lectures[lectureNumber].total = 0
    self.lectures[lectureNumber].lectureCost = lectureCost
    log CreatingLecture(id=self.ids[lectureNumber], teacher=msg.sender, lectureCost=lectureCost)


@external
@payable
def purchaseLecture(lectureNumber: uint256):
    self._known(lectureNumber)
    assert not self.lectures[lectureNumber].closed
    assert msg.value == unsafe_mul(self.lectures[lectureNumber].lectureCost, 10**18)
    self.lectures[lectureNumber].total += msg.value
    self.students[lectureNumber][msg.sender] = True


@external
def evaluateLecture(
    lectureNumber: uint256,
    _preparation_point: uint256,
    _content_point: uint256,
    _proceed_point: uint256,
    _communication_point: uint256,
    _satisfaction_point: uint256,
):
    self._known(lectureNumber)
    assert self.students[lectureNumber][msg.sender]
    scores: uint256[5] = [
        _preparation_point, _content_point, _proceed_point, _communication_point, _satisfaction_point
    ]
    for i: uint256 in range(5):
        self.lectures[lectureNumber].points[i] = unsafe_add(self.lectures[lectureNumber].points[i], scores[i])
    self.lectures[lectureNumber].evaluations += 1
    log EvaluatingLecture(
        lectureID=self.ids[lectureNumber],
        evaluater=msg.sender,
        evaluatingCount=self.lectures[lectureNumber].evaluations,
    )


@external
@payable
def payBalance(lectureNumber: uint256):
    self._known(lectureNumber)
    self._pay(lectureNumber)


@external
def acceptAdmin(lectureNumber: uint256):
    assert msg.sender == self.owner
    self._known(lectureNumber)
    assert not self.lectures[lectureNumber].closed
    self.lectures[lectureNumber].closed = True
    self._pay(lectureNumber)


@external
def transferOwnership(newOwner: address):
    assert msg.sender == self.owner
    assert newOwner != empty(address)
    log OwnershipTransferred(previousOwner=self.owner, newOwner=newOwner)
    self.owner = newOwner


@external
@view
def lectureIDs(lectureNumber: uint256) -> bytes32:
    self._known(lectureNumber)
    return self.ids[lectureNumber]


@external
@view
def getLectureID(lectureNumber: uint256) -> bytes32:
    self._known(lectureNumber)
    return self.ids[lectureNumber]


@external
@view
def getLectureTotalCost(lectureNumber: uint256) -> uint256:
    self._known(lectureNumber)
    return self.lectures[lectureNumber].total


@external
@view
def getLectureEvaluationPoint(lectureNumber: uint256) -> (uint256, uint256, uint256, uint256, uint256, uint256):
    self._known(lectureNumber)
    points: uint256[5] = self.lectures[lectureNumber].points
    return self.lectures[lectureNumber].evaluations, points[0], points[1], points[2], points[3], points[4]


@external
@view
def isValidStudent(lectureNumber: uint256, studentAddress: address) -> bool:
    self._known(lectureNumber)
    return self.students[lectureNumber][studentAddress]


@external
@view
def calculateEvaluationAveragePoint(lectureNumber: uint256) -> uint256:
    self._known(lectureNumber)
    return self._average(lectureNumber)


@external
@view
def calculateIncentiveCost(lectureFee: uint256, percent: uint256) -> uint256:
    return self._incentive(lectureFee, percent)


@internal
@view
def _known(lectureNumber: uint256):
    # Behind the end of an array, Solidity ran into the invalid opcode.
    assert lectureNumber < len(self.ids), UNREACHABLE


@internal
@view
def _average(lectureNumber: uint256) -> uint256:
    evaluations: uint256 = self.lectures[lectureNumber].evaluations
    assert evaluations != 0, UNREACHABLE
    total: uint256 = 0
    for points: uint256 in self.lectures[lectureNumber].points:
        total = unsafe_add(total, points)
    return total // (evaluations * 5)


@internal
@pure
def _incentive(fee: uint256, percent: uint256) -> uint256:
    return unsafe_add(unsafe_mul(fee, percent), 50) // 100


@internal
def _pay(lectureNumber: uint256):
    average: uint256 = self._average(lectureNumber)
    percent: uint256 = 0
    if average >= 100:
        percent = 15
    elif average >= 80:
        percent = 10
    elif average >= 60:
        percent = 5
    total: uint256 = self.lectures[lectureNumber].total
    fee: uint256 = total // 10
    incentive: uint256 = self._incentive(fee, percent)
    raw_call(self.lectures[lectureNumber].teacher, b"", value=total - fee + incentive)
    raw_call(self.owner, b"", value=fee - incentive)
