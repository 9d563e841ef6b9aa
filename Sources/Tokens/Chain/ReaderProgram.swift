import NodeRPC
import Primitives

/// Creation code that asks contracts many questions when a node runs it: a way to read many of them in one call where no
/// contract for that is deployed. Nothing is created: the code "deploys" the answers, and only `eth_call` sees them.
///
/// Each question gets a bounded amount of gas and each answer a bounded length, so that a contract that loops or returns
/// megabytes spoils only its own answer.
enum ReaderProgram {
  /// The gas of one question: enough for a token behind several contracts.
  static let gas: UInt64 = 300_000
  /// Longer calldata is not asked here: the place for it in memory is so long.
  static let longestCalldata = 1_000
  /// The longest creation code that nodes run (EIP-3860).
  private static let longestCode = 49_152
  /// The most questions in one call, for the longest code that can be "deployed" (EIP-170) and for nodes' limits on
  /// a call's gas.
  static let mostQuestions = 200

  /// The stack is the place of the next question in the code and the place of the next answer in memory, which begins at
  /// 0x400; below is the question that is asked.
  private static let program = Bytes(
    [
      // The place behind this program.
      [0x61, 0x00, 0x9e],
      // A 1 goes before the answers: code must not begin with 0xef.
      [0x61, 0x04, 0x01, 0x60, 0x01, 0x61, 0x04, 0x00, 0x53],
      // The loop; no question is left: done.
      [0x5b, 0x38, 0x82, 0x10, 0x15, 0x61, 0x00, 0x94, 0x57],
      // Less gas than a question may take: done.
      [0x62, 0x04, 0xf4, 0x99, 0x5a, 0x10, 0x61, 0x00, 0x94, 0x57],
      // No room for an answer: done.
      [0x61, 0x5f, 0xbd, 0x81, 0x11, 0x61, 0x00, 0x94, 0x57],
      // The head of the question: contract and length.
      [0x60, 0x16, 0x82, 0x60, 0x00, 0x39, 0x60, 0x00, 0x51],
      // Both on the stack.
      [0x80, 0x60, 0x60, 0x1c, 0x90, 0x60, 0x50, 0x1c, 0x61, 0xff, 0xff, 0x16],
      // The calldata.
      [0x80, 0x84, 0x60, 0x16, 0x01, 0x60, 0x00, 0x39],
      // The place of the question behind.
      [0x80, 0x84, 0x01, 0x60, 0x16, 0x01, 0x93, 0x50],
      // Asks with 300,000 gas.
      [0x60, 0x00, 0x60, 0x00, 0x91, 0x60, 0x00, 0x84, 0x62, 0x04, 0x93, 0xe0, 0xfa, 0x90, 0x50],
      // Whether it answered.
      [0x81, 0x53],
      // More than 512 bytes: too long.
      [0x3d, 0x61, 0x02, 0x00, 0x81, 0x11, 0x61, 0x00, 0x87, 0x57],
      // The length in two bytes.
      [0x80, 0x60, 0x08, 0x1c, 0x82, 0x60, 0x01, 0x01, 0x53, 0x80, 0x82, 0x60, 0x02, 0x01, 0x53],
      // The answer.
      [0x80, 0x60, 0x00, 0x83, 0x60, 0x03, 0x01, 0x3e],
      // Once more.
      [0x01, 0x60, 0x03, 0x01, 0x61, 0x00, 0x0c, 0x56],
      // Too long: a 2 and no bytes.
      [0x5b, 0x50, 0x60, 0x02, 0x81, 0x53, 0x60, 0x03, 0x01, 0x61, 0x00, 0x0c, 0x56],
      // Done: returns the 1 and the answers.
      [0x5b, 0x61, 0x04, 0x00, 0x90, 0x03, 0x61, 0x04, 0x00, 0xf3],
    ].joined())

  /// The call that asks questions, as many as fit; the program's node takes the rest as not asked.
  static func request(_ questions: some Collection<CallBatch.Question>) -> CallRequest {
    CallRequest(data: questions.reduce(into: program) { $0 += encoded($1) })
  }

  /// Whether a question can be asked by the program.
  static func takes(_ question: CallBatch.Question) -> Bool { question.calldata.count <= longestCalldata }

  private static func encoded(_ question: CallBatch.Question) -> Bytes {
    let length = question.calldata.count
    return question.contract.bytes + [UInt8(length >> 8), UInt8(length & 0xff)] + question.calldata
  }

  /// The number of the questions that go into one call.
  static func count(of questions: some Collection<CallBatch.Question>) -> Int {
    var size = program.count
    var count = 0
    for question in questions.prefix(mostQuestions) {
      size += encoded(question).count
      guard size <= longestCode else { break }
      count += 1
    }
    return count
  }

  /// The answers in what the program returned, nil for those that failed without a word, are too long or were not asked;
  /// nil as a whole where it is no result of the program.
  static func answers(_ bytes: Bytes, count: Int) -> [TokenAnswer?]? {
    guard bytes.first == 1 else { return nil }
    var answers: [TokenAnswer?] = []
    var rest = bytes.dropFirst()
    while !rest.isEmpty {
      guard rest.count >= 3, answers.count < count else { return nil }
      let head = Array(rest.prefix(3))
      let length = Int(head[1]) << 8 | Int(head[2])
      guard rest.count >= 3 + length else { return nil }
      let data = Bytes(rest.dropFirst(3).prefix(length))
      switch head[0] {
      case 0: answers.append(data.isEmpty ? nil : .refused)
      case 1: answers.append(.returned(data))
      case 2 where length == 0: answers.append(nil)
      default: return nil
      }
      rest = rest.dropFirst(3 + length)
    }
    return answers + Array(repeating: nil, count: count - answers.count)
  }
}
