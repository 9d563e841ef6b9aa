# pragma version 0.4.3
# pragma evm-version london
"""
@title Stand-in for the lecture contract of generation 0
@notice For tests only: enough of its names to be recognised. Nothing of it is driven.
"""

event Evaluating:
    lectureID: indexed(bytes32)
    evaluater: indexed(address)
    evaluatingCount: uint256

struct Vote:
    count: uint256
    points: uint256

owner: public(address)
ids: DynArray[bytes32, 1000000]
votes: HashMap[bytes32, Vote]
students: HashMap[address, uint256]
studentCount: uint256


@deploy
def __init__():
    self.owner = msg.sender


@external
def lectureCreate(lectureCost: uint256):
    self.ids.append(
        keccak256(concat(convert(block.number, bytes32), convert(msg.sender, bytes20), convert(lectureCost, bytes32)))
    )


@external
def evaluate(lectureID: bytes32, point: uint256):
    if self.students[msg.sender] == 0:
        self.studentCount += 1
        self.students[msg.sender] = self.studentCount
    self.votes[lectureID].count += 1
    self.votes[lectureID].points += point
    log Evaluating(lectureID=lectureID, evaluater=msg.sender, evaluatingCount=self.votes[lectureID].count)


@external
@view
def getLectureCount() -> uint256:
    return len(self.ids)


@external
@view
def getLectureVote(lectureID: bytes32) -> (uint256, uint256):
    return self.votes[lectureID].count, self.votes[lectureID].points


@external
@view
def getStudentIndexNumber(studentAddress: address) -> uint256:
    assert self.students[studentAddress] != 0
    return self.students[studentAddress]


@external
@view
def calculateLecturePoint(lectureID: bytes32) -> uint256:
    assert self.votes[lectureID].count != 0, UNREACHABLE
    return self.votes[lectureID].points // self.votes[lectureID].count
