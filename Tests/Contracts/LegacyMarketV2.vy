# pragma version 0.4.3
# pragma evm-version london
"""
@title Stand-in for the lecture contract of generation 2 (2018), with its faults
@notice For tests only. No refusal has a reason; anybody pays out with payBalance, as often as there is money; a student
        buys and rates repeatedly; scores have no bound, and an average above 100 pays no incentive; an average of
        nothing runs into the invalid opcode; a settlement can be repeated; students stay students after a new run;
        cost x 10^18 wraps around. A lecture is kept under its id, so a second one with the same id is refused.
"""

event CreatingLecture:
    id: indexed(bytes32)
    teacher: indexed(address)
    lectureCost: uint256
    lectureNumber: indexed(uint256)

event EvaluatingLecture:
    lectureID: indexed(bytes32)
    evaluater: indexed(address)
    evaluatingCount: uint256

event OwnershipTransferred:
    previousOwner: indexed(address)
    newOwner: indexed(address)

struct Run:
    lectureCost: uint256
    total: uint256
    evaluations: uint256
    points: uint256[5]

struct Lecture:
    teacher: address
    number: uint256
    index: uint256
    isOpen: bool

owner: public(address)
ids: DynArray[bytes32, 1000000]
lectures: HashMap[bytes32, Lecture]
runs: HashMap[bytes32, HashMap[uint256, Run]]
students: HashMap[bytes32, HashMap[address, bool]]


@deploy
def __init__():
    self.owner = msg.sender


@external
def createLecture(lectureCost: uint256):
    id: bytes32 = keccak256(
        concat(convert(block.number, bytes32), convert(msg.sender, bytes20), convert(lectureCost, bytes32))
    )
    assert not self.lectures[id].isOpen
    number: uint256 = len(self.ids)
    self.ids.append(id)
    self.lectures[id] = Lecture(teacher=msg.sender, number=number, index=0, isOpen=True)
    self.runs[id][0].lectureCost = lectureCost
    log CreatingLecture(id=id, teacher=msg.sender, lectureCost=lectureCost, lectureNumber=number)


@external
def recreateLecture(lectureNumber: uint256, lectureCost: uint256):
    id: bytes32 = self._id(lectureNumber)
    assert self.lectures[id].teacher == msg.sender
    assert not self.lectures[id].isOpen
    assert self.lectures[id].index < 4
    self.lectures[id].isOpen = True
    self.lectures[id].index += 1
    self.runs[id][self.lectures[id].index].lectureCost = lectureCost
    log CreatingLecture(
        id=id, teacher=msg.sender, lectureCost=lectureCost, lectureNumber=self.lectures[id].number
    )


@external
@payable
def purchaseLecture(lectureNumber: uint256):
    id: bytes32 = self._id(lectureNumber)
    assert self.lectures[id].isOpen
    index: uint256 = self.lectures[id].index
    assert msg.value == unsafe_mul(self.runs[id][index].lectureCost, 10**18)
    self.runs[id][index].total += msg.value
    self.students[id][msg.sender] = True


@external
def evaluateLecture(
    lectureNumber: uint256,
    _preparation_point: uint256,
    _content_point: uint256,
    _proceed_point: uint256,
    _communication_point: uint256,
    _satisfaction_point: uint256,
):
    id: bytes32 = self._id(lectureNumber)
    assert self.lectures[id].isOpen
    assert self.students[id][msg.sender]
    index: uint256 = self.lectures[id].index
    scores: uint256[5] = [
        _preparation_point, _content_point, _proceed_point, _communication_point, _satisfaction_point
    ]
    for i: uint256 in range(5):
        self.runs[id][index].points[i] = unsafe_add(self.runs[id][index].points[i], scores[i])
    self.runs[id][index].evaluations += 1
    log EvaluatingLecture(
        lectureID=id, evaluater=msg.sender, evaluatingCount=self.runs[id][index].evaluations
    )


@external
@payable
def payBalance(lectureNumber: uint256):
    self._pay(self._id(lectureNumber))


@external
def acceptAdmin(lectureNumber: uint256):
    assert msg.sender == self.owner
    id: bytes32 = self._id(lectureNumber)
    self._pay(id)
    self.lectures[id].isOpen = False
    self.runs[id][self.lectures[id].index].total = 0


@external
def transferOwnership(newOwner: address):
    assert msg.sender == self.owner
    assert newOwner != empty(address)
    log OwnershipTransferred(previousOwner=self.owner, newOwner=newOwner)
    self.owner = newOwner


@external
@view
def lectureIDs(lectureNumber: uint256) -> bytes32:
    return self._id(lectureNumber)


@external
@view
def getLectureID(lectureNumber: uint256) -> bytes32:
    return self._id(lectureNumber)


@external
@view
def getLectureNumber(lectureID: bytes32) -> uint256:
    assert self.lectures[lectureID].isOpen
    return self.lectures[lectureID].number


@external
@view
def getLectureTotalCost(lectureNumber: uint256) -> uint256:
    id: bytes32 = self._id(lectureNumber)
    total: uint256 = 0
    for index: uint256 in range(5):
        total += self.runs[id][index].total
    return total


@external
@view
def getLectureEvaluationPoint(lectureNumber: uint256) -> (uint256, uint256, uint256, uint256, uint256, uint256):
    evaluations: uint256 = 0
    points: uint256[5] = empty(uint256[5])
    evaluations, points = self._points(self._id(lectureNumber))
    return evaluations, points[0], points[1], points[2], points[3], points[4]


@external
@view
def isValidStudent(lectureNumber: uint256, studentAddress: address) -> bool:
    return self.students[self._id(lectureNumber)][studentAddress]


@external
@view
def calculateEvaluationAveragePoint(lectureNumber: uint256) -> uint256:
    return self._average(self._id(lectureNumber))


@external
@view
def calculateIncentiveCost(lectureFee: uint256, percent: uint256) -> uint256:
    return self._incentive(lectureFee, percent)


@internal
@view
def _id(lectureNumber: uint256) -> bytes32:
    # Behind the end of an array, Solidity ran into the invalid opcode.
    assert lectureNumber < len(self.ids), UNREACHABLE
    return self.ids[lectureNumber]


@internal
@view
def _points(id: bytes32) -> (uint256, uint256[5]):
    evaluations: uint256 = 0
    points: uint256[5] = empty(uint256[5])
    for index: uint256 in range(5):
        evaluations += self.runs[id][index].evaluations
        for i: uint256 in range(5):
            points[i] = unsafe_add(points[i], self.runs[id][index].points[i])
    return evaluations, points


@internal
@view
def _average(id: bytes32) -> uint256:
    evaluations: uint256 = 0
    points: uint256[5] = empty(uint256[5])
    evaluations, points = self._points(id)
    assert evaluations != 0, UNREACHABLE
    total: uint256 = 0
    for point: uint256 in points:
        total = unsafe_add(total, point)
    return total // (evaluations * 5)


@internal
@pure
def _incentive(fee: uint256, percent: uint256) -> uint256:
    return unsafe_add(unsafe_mul(fee, percent), 50) // 100


@internal
def _pay(id: bytes32):
    average: uint256 = self._average(id)
    percent: uint256 = 0
    if average == 100:
        percent = 15
    elif average >= 80 and average < 100:
        percent = 10
    elif average >= 60 and average < 80:
        percent = 5
    total: uint256 = self.runs[id][self.lectures[id].index].total
    fee: uint256 = total // 10
    incentive: uint256 = self._incentive(fee, percent)
    send(self.lectures[id].teacher, total - fee + incentive)
    send(self.owner, fee - incentive)
