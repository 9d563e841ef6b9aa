import Devnet
import StrictJSON

/// A client with subscriptions: its requests, and what it is told.
///
/// All subscriptions of a client hear of what happens through one stream, so that it is told in the order in which it
/// happened. A subscription begins in that stream before its id is answered, and nothing is told until it is: nothing is
/// missed, and nobody hears of a subscription before its id.
actor Subscriber {
  /// How many subscriptions one client may have.
  static let most = 256
  /// How many bytes the parameters of all of them may have.
  static let mostBytes = 1 << 20

  private enum Item: Sendable {
    case event(Devnet.Event)
    case beginning(id: String, Devnet.Subscription)
  }

  private let chain: Devnet
  private let load: Load
  /// Sends a notification, or tells with nil that the client is too slow.
  private let tell: @Sendable (JSON?) async -> Void
  /// The subscriptions that the client has not ended, with the size of their parameters.
  private var sizes: [String: Int] = [:]
  /// How many of them began in the message that is being answered.
  private var begun = 0
  private var listener: UInt64?
  private var speaker: Task<Void, Never>?
  private let (items, item) = AsyncStream<Item>.makeStream(bufferingPolicy: .bufferingOldest(Devnet.mostEvents))
  /// One for each subscription whose id was answered.
  private let (answers, answer) = AsyncStream<Void>.makeStream()

  init(_ chain: Devnet, _ load: Load, tell: @escaping @Sendable (JSON?) async -> Void) {
    self.chain = chain
    self.load = load
    self.tell = tell
  }

  /// Lets the subscriptions that the last answer told of speak.
  func answered() {
    for _ in 0..<begun { answer.yield() }
    begun = 0
  }

  /// Ends all subscriptions.
  func end() async {
    if let listener { await chain.stopListening(listener) }
    speaker?.cancel()
    await speaker?.value
  }

  /// Carries out a message; nil if it wants no answer.
  func answer(_ message: JSON) async -> JSON? {
    guard case .array(let requests) = message else {
      return isAboutSubscriptions(message)
        ? await answer(aboutSubscriptions: message) : await chain.answer(message, load)
    }
    guard requests.count <= Devnet.mostRequests, requests.contains(where: isAboutSubscriptions) else {
      return await chain.answer(message, load)
    }
    var answers: [JSON] = []
    for request in requests {
      if isAboutSubscriptions(request) {
        answers.append(await answer(aboutSubscriptions: request))
      } else {
        answers += await chain.answer([request], load)?.array ?? []
      }
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  private func isAboutSubscriptions(_ request: JSON) -> Bool {
    guard ["eth_subscribe", "eth_unsubscribe"].contains(request["method"]?.string) else { return false }
    // What is no request, or wants no answer, is nothing to subscribe with.
    switch request["id"] {
    case .string, .number: return request["jsonrpc"]?.string == "2.0"
    default: return false
    }
  }

  private func answer(aboutSubscriptions request: JSON) async -> JSON {
    let id = request["id"] ?? .null
    let parameters = request["params"]?.array ?? []
    if request["method"]?.string == "eth_subscribe" { return await subscribe(parameters, id: id) }
    guard let subscription = parameters.first?.string, sizes.removeValue(forKey: subscription) != nil else {
      return Devnet.failure(code: -32000, "subscription not found", id: id)
    }
    return ["jsonrpc": "2.0", "id": id, "result": true]
  }

  private func subscribe(_ parameters: [JSON], id: JSON) async -> JSON {
    let subscription: Devnet.Subscription
    do {
      subscription = try Devnet.Subscription(parameters: parameters)
    } catch {
      return Devnet.failure(code: error.code.number, error.message, id: id)
    }
    let size = parameters.reduce(0) { $0 + $1.size }
    guard sizes.count < Self.most, sizes.values.reduce(size, +) <= Self.mostBytes else {
      return Devnet.failure(
        code: -32005, "more than \(Self.most) subscriptions, or \(Self.mostBytes) bytes of them, on one connection",
        id: id)
    }
    if listener == nil {
      listener = await chain.listen { [item] in Self.put(.event($0), item) }
      speaker = Task { await speak() }
    }
    let name = Self.newID()
    sizes[name] = size
    begun += 1
    _ = Self.put(.beginning(id: name, subscription), item)
    return ["jsonrpc": "2.0", "id": id, "result": .string(name)]
  }

  /// Adds to the stream; false if it is at its end, which it is when the client is too slow.
  private static func put(_ new: Item, _ item: AsyncStream<Item>.Continuation) -> Bool {
    switch item.yield(new) {
    case .enqueued: return true
    case .dropped: item.finish()
    default: break
    }
    return false
  }

  private func speak() async {
    var answers = answers.makeAsyncIterator()
    var subscriptions: [(id: String, subscription: Devnet.Subscription)] = []
    for await item in items {
      switch item {
      case .beginning(let id, let subscription):
        subscriptions.append((id, subscription))
        await answers.next(isolation: self)
      case .event(let event):
        subscriptions.removeAll { sizes[$0.id] == nil }
        for (id, subscription) in subscriptions {
          for result in subscription.results(of: event) where sizes[id] != nil {
            await tell([
              "jsonrpc": "2.0", "method": "eth_subscription",
              "params": ["subscription": .string(id), "result": result],
            ])
          }
        }
      }
    }
    if !Task.isCancelled { await tell(nil) }
  }

  /// An id that no other subscription has.
  private static func newID() -> String {
    let digits = [UInt64.random(in: 1...UInt64.max), UInt64.random(in: 0...UInt64.max)].map {
      let text = String($0, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return "0x" + digits.joined()
  }
}
