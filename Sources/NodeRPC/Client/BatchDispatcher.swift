import StrictJSON

/// Brings a batch to a node in as many parts as it takes, and the answers back in order.
struct BatchDispatcher: Sendable {
  typealias Call = (method: String, params: [JSON])
  typealias Answer = Result<JSON, NodeError>

  private let dispatcher: RequestDispatcher
  private let options: NodeClient.Options
  private static let singlesAtOnce = 8

  init(_ dispatcher: RequestDispatcher, _ options: NodeClient.Options) {
    self.dispatcher = dispatcher
    self.options = options
  }

  func deliver(_ calls: [Call]) async throws(NodeError) -> [Answer] {
    guard !calls.isEmpty else { return [] }
    let batch = Batch(calls)
    let parts = batch.parts(size: max(1, options.maximumBatchSize), bytes: max(1_024, options.maximumBatchBytes))
    let outcomes = await parts.inParallel(atOnce: max(1, options.concurrentBatches)) { await deliver(batch, $0) }
    guard !Task.isCancelled || outcomes.allSatisfy({ $0.failure == nil }) else {
      throw NodeError(.cancelled, method: batch.label(0..<calls.count))
    }
    if let first = outcomes[0].failure, outcomes.allSatisfy({ $0.failure != nil }) { throw first }
    var answers: [Answer] = []
    answers.reserveCapacity(calls.count)
    for outcome in outcomes { answers += outcome.answers }
    return answers
  }

  /// The answers to a part, and the failure that kept all of it from being asked, if there was one.
  private struct Outcome: Sendable {
    var answers: [Answer]
    var failure: NodeError?
  }

  private func deliver(_ batch: Batch, _ part: Range<Int>) async -> Outcome {
    do throws(NodeError) {
      let reply = try await dispatcher.deliver(
        batch.message(part), label: batch.label(part), count: part.count, replay: batch.replay(part)
      ) { (reply) throws(NodeError) in
        let read = try BatchReply(reply, methods: batch.methods[part])
        // To be asked to slow down is a matter for the dispatcher, which waits and tries again.
        if case .refused(let error) = read, error.code == .rateLimited, !error.concernsBatches { throw error }
        return read
      }
      switch reply {
      case .answers(let answers): return Outcome(answers: await repeatingTooLarge(answers, batch, part))
      case .refused(let error): return await afterRefusal(error, batch, part)
      }
    } catch {
      if part.count > 1, error.wantsSmallerBatch { return await split(batch, part) }
      if part.count > 1, error.code == .httpStatus, [400, 405, 415, 422, 501].contains(error.httpStatus ?? 0) {
        return await oneByOne(batch, part)
      }
      // Some providers let others than paying customers ask one by one only.
      if part.count > 1, error.code == .httpStatus, [401, 403].contains(error.httpStatus ?? 0) {
        let first = await single(batch, part.lowerBound)
        if first.failure == nil {
          let rest = await oneByOne(batch, part.dropFirst())
          return Outcome(answers: first.answers + rest.answers)
        }
      }
      return Outcome(answers: Array(repeating: .failure(error), count: part.count), failure: error)
    }
  }

  /// A single error came for the whole part.
  private func afterRefusal(_ error: NodeError, _ batch: Batch, _ part: Range<Int>) async -> Outcome {
    if part.count > 1, error.wantsSmallerBatch { return await split(batch, part) }
    // Invalid request, parse error, method not found, or words about batches: this node takes none.
    let refusesBatches = [-32600, -32700, -32601].contains(error.rpcCode ?? 0) || error.concernsBatches
    if refusesBatches { return await oneByOne(batch, part) }
    return Outcome(answers: Array(repeating: .failure(error), count: part.count))
  }

  private func split(_ batch: Batch, _ part: Range<Int>) async -> Outcome {
    let middle = part.lowerBound + part.count / 2
    let left = await deliver(batch, part.lowerBound..<middle)
    let right = await deliver(batch, middle..<part.upperBound)
    return Outcome(
      answers: left.answers + right.answers, failure: left.failure == nil || right.failure == nil ? nil : left.failure)
  }

  private func oneByOne(_ batch: Batch, _ part: Range<Int>) async -> Outcome {
    let outcomes = await Array(part).inParallel(atOnce: Self.singlesAtOnce) { await single(batch, $0) }
    let isFailure = outcomes.allSatisfy { $0.failure != nil }
    return Outcome(answers: outcomes.flatMap(\.answers), failure: isFailure ? outcomes.first?.failure : nil)
  }

  private func single(_ batch: Batch, _ index: Int) async -> Outcome {
    let method = batch.methods[index]
    do throws(NodeError) {
      let result = try await dispatcher.deliver(
        batch.single(index), label: method, count: 1, replay: .of(method)
      ) { (reply) throws(NodeError) in try Envelope.result(of: reply) }
      return Outcome(answers: [.success(result)])
    } catch {
      return Outcome(answers: [.failure(error)], failure: error.code == .rpc ? nil : error)
    }
  }

  /// geth stops in the middle of a batch whose answers grow too large, and says so in each of the rest: those are asked
  /// again by themselves.
  private func repeatingTooLarge(_ answers: [Answer], _ batch: Batch, _ part: Range<Int>) async -> [Answer] {
    guard part.count > 1 else { return answers }
    let first = answers.firstIndex { answer in
      if case .failure(let error) = answer { return error.code == .rpc && error.wantsSmallerBatch }
      return false
    }
    // With none answered there is no end to it, and what may not be sent twice was perhaps done.
    guard let first, first > 0, batch.replay(part) == .harmless else { return answers }
    let rest = await deliver(batch, (part.lowerBound + first)..<part.upperBound)
    return Array(answers[..<first]) + rest.answers
  }
}

/// The requests of a batch, written as JSON once.
private struct Batch: Sendable {
  let methods: [String]
  private let params: [[UInt8]]
  private let replayable: [Bool]

  init(_ calls: [BatchDispatcher.Call]) {
    methods = calls.map(\.method)
    params = calls.map { JSON.array($0.params).serializedBytes() }
    replayable = calls.map { ReplayPolicy.of($0.method) == .harmless }
  }

  /// Runs of requests that keep to both limits; a request larger than the limit is alone.
  func parts(size: Int, bytes: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    var total = 0
    for index in methods.indices {
      let length = params[index].count + methods[index].utf8.count + 48
      if index > start, index - start >= size || total + length > bytes {
        parts.append(start..<index)
        (start, total) = (index, 0)
      }
      total += length
    }
    parts.append(start..<methods.count)
    return parts
  }

  func replay(_ part: Range<Int>) -> ReplayPolicy { replayable[part].allSatisfy { $0 } ? .harmless : .once }

  func message(_ part: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    bytes.reserveCapacity(params[part].reduce(0) { $0 + $1.count + 96 })
    for (number, index) in part.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      Envelope.append(methods[index], serializedParams: params[index], id: number + 1, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  func single(_ index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    Envelope.append(methods[index], serializedParams: params[index], id: 1, to: &bytes)
    return bytes
  }

  func label(_ part: Range<Int>) -> String {
    guard part.count > 1, let first = methods[part].first else { return methods[part].first ?? "batch" }
    return methods[part].allSatisfy { $0 == first }
      ? "\(first) (batch of \(part.count))" : "A batch of \(part.count) requests"
  }
}
