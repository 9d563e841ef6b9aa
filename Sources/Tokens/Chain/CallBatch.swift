import ContractABI
import NodeRPC
import Primitives

/// Brings many questions to contracts in few requests: by Multicall3 where the chain has it and can, and by a program that
/// the node runs, whichever needs fewer first; those that are left open by batches of JSON-RPC.
struct CallBatch: Sendable {
  /// A question to a contract.
  struct Question: Sendable {
    let contract: Address
    let calldata: Bytes
  }

  /// The gas of one question asked alone: enough for a token behind several contracts, too little for an answer of many
  /// megabytes or a loop without an end.
  static let gas: UInt64 = 2_000_000
  /// The most questions in one call of Multicall3: few enough for the limits of nodes on a call's gas.
  static let questionsPerCall = 200
  /// More questions than these are more than one message by way of Multicall3; to the program each is a fifth as long.
  static let fewQuestions = 2_000

  let node: NodeClient

  /// The number of questions to one contract that are asked alone before the others are taken to go like them.
  static let samples = 4

  /// The answers to all questions in a block, in order.
  ///
  /// - Parameter hasMulticall: Whether Multicall3 may be asked.
  /// - Throws: `NodeError` if not one of the requests was answered.
  func answers(
    to questions: [Question], at block: BlockTag, hasMulticall: Bool
  ) async throws(NodeError) -> [TokenAnswer] {
    // A single question is not worth another contract between.
    guard questions.count > 1 else { return try await alone(questions, at: block) }
    var answers: [TokenAnswer?] = Array(repeating: nil, count: questions.count)
    func open() -> [Int] { answers.indices.filter { answers[$0] == nil } }
    let isProgramFirst = questions.count > Self.fewQuestions
    for isProgram in [isProgramFirst, !isProgramFirst] {
      let asked = open().filter { isProgram ? ReaderProgram.takes(questions[$0]) : hasMulticall }
      guard asked.count > 1 else { continue }
      let part = asked.map { questions[$0] }
      let told = isProgram ? try await run(part, at: block) : try await aggregated(part, at: block)
      for (index, answer) in zip(asked, told) { answers[index] = answer }
    }
    // A contract that is silent before a thousand accounts is not asked a thousand times more.
    var (sampled, others): ([Int], [Int]) = ([], [])
    var counts: [Address: Int] = [:]
    for index in open() {
      let count = counts[questions[index].contract, default: 0]
      counts[questions[index].contract] = count + 1
      if count < Self.samples { sampled.append(index) } else { others.append(index) }
    }
    for (index, answer) in zip(sampled, try await alone(sampled.map { questions[$0] }, at: block)) {
      answers[index] = answer
    }
    let silent = Set(counts.keys).subtracting(
      sampled.filter { if case .refused = answers[$0] { false } else { true } }.map { questions[$0].contract })
    for index in others where silent.contains(questions[index].contract) { answers[index] = .refused }
    let last = open()
    for (index, answer) in zip(last, try await alone(last.map { questions[$0] }, at: block)) { answers[index] = answer }
    return answers.compactMap(\.self)
  }

  /// The answers as far as the program gives them: nil for what a node does not run, and for questions that it left open.
  private func run(_ questions: [Question], at block: BlockTag) async throws(NodeError) -> [TokenAnswer?] {
    var parts: [ArraySlice<Question>] = []
    var rest = questions[...]
    while !rest.isEmpty {
      let count = max(1, ReaderProgram.count(of: rest))
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    let requests = parts.map {
      NodeRequest<Bytes>.call(ReaderProgram.request($0), at: block, namespace: node.options.namespace)
    }
    return try await results(of: requests, parts) { ReaderProgram.answers($0, count: $1) ?? [] }
  }

  private func alone(_ questions: [Question], at block: BlockTag) async throws(NodeError) -> [TokenAnswer] {
    guard !questions.isEmpty else { return [] }
    let requests = questions.map {
      NodeRequest<Bytes>.call(
        CallRequest(to: $0.contract, gas: Self.gas, data: $0.calldata), at: block, namespace: node.options.namespace)
    }
    return try await node.batch(requests).map(TokenAnswer.init)
  }

  /// The answers as far as Multicall3 gives them; nil for those of a call that failed as a whole, and of others from the
  /// first on that came without a word: a contract can have burned nearly all of the gas, and with too little of it those
  /// behind may fail, or answer what is not so.
  private func aggregated(_ questions: [Question], at block: BlockTag) async throws(NodeError) -> [TokenAnswer?] {
    let starts = Array(stride(from: 0, to: questions.count, by: Self.questionsPerCall))
    let parts = starts.map { questions[$0..<min($0 + Self.questionsPerCall, questions.count)] }
    let requests = parts.map {
      NodeRequest<Bytes>.call(
        CallRequest(to: Multicall3.address, data: Multicall3.calldata($0)), at: block, namespace: node.options.namespace
      )
    }
    return try await results(of: requests, parts) { bytes, count in
      let answers = Multicall3.answers(bytes, count: count) ?? []
      return Array(answers.prefix { $0 != nil })
    }
  }

  /// The answers in the results of calls, nil for what they do not have.
  private func results(
    of requests: [NodeRequest<Bytes>], _ parts: [ArraySlice<Question>], _ read: (Bytes, Int) -> [TokenAnswer?]
  ) async throws(NodeError) -> [TokenAnswer?] {
    let results: [Result<Bytes, NodeError>]
    do throws(NodeError) {
      results = try await node.batch(requests)
    } catch {
      guard error.code == .tooLarge else { throw error }
      return Array(repeating: nil, count: parts.reduce(0) { $0 + $1.count })
    }
    return zip(parts, results).flatMap { part, result in
      let answers = (try? result.get()).map { read($0, part.count) } ?? []
      return answers + Array(repeating: nil, count: part.count - answers.count)
    }
  }
}

/// The contract at one address on nearly every chain that runs many calls in one.
enum Multicall3 {
  /// 0xcA11bde05977b3631167028862bE2a173976CA11.
  static let address = Address(truncating: 0xca11_bde0_5977_b363_1167_0288_62be_2a17_3976_ca11)

  private static let selector = ABISelector(signature: "aggregate3((address,bool,bytes)[])").bytes
  private static let rows: [ABIType] = [.array(.tuple([ABIParameter("", .bool), ABIParameter("", .bytes)]))]

  /// The calldata of `aggregate3` for questions each of which may fail by itself.
  static func calldata(_ questions: some Collection<CallBatch.Question>) -> Bytes {
    func word(_ number: Int) -> Bytes { Hash32(UInt256(number)).bytes }
    var heads = Bytes()
    var tails = Bytes()
    for question in questions {
      heads += word(32 * questions.count + tails.count)
      tails += Hash32(UInt256(question.contract)).bytes + word(1) + word(96) + word(question.calldata.count)
      tails += question.calldata + Bytes(repeating: 0, count: (32 - question.calldata.count % 32) % 32)
    }
    return selector + word(32) + word(questions.count) + heads + tails
  }

  /// The answers in a result of `aggregate3`, nil for those that failed without a word; nil as a whole where it is no
  /// result with so many answers.
  static func answers(_ bytes: Bytes, count: Int) -> [TokenAnswer?]? {
    guard case .array(let items)? = try? ABICoder.decode(bytes, as: rows).first, items.count == count else {
      return nil
    }
    var answers: [TokenAnswer?] = []
    for item in items {
      guard let fields = item.elements, fields.count == 2, let succeeded = fields[0].boolValue,
        let data = fields[1].bytesValue
      else { return nil }
      answers.append(succeeded ? .returned(data) : data.isEmpty ? nil : .refused)
    }
    return answers
  }
}
