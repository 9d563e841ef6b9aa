import Devnet
import Listening
import NIOCore
import StrictJSON

/// A client of JSON-RPC with subscriptions: its requests and its notifications.
///
/// Each subscription listens from before its id is answered and speaks only after, so that nothing is missed and nobody
/// hears of a subscription before its id.
struct Subscriber: WebSocketConversation {
  /// The most subscriptions of one client.
  static let most = 256

  private let chain: Devnet
  private let notifier: Notifier
  private let mailbox: Mailbox
  private var subscriptions: Set<String> = []
  /// The number of them that have no answer yet.
  private var begun = 0

  init(_ chain: Devnet, _ notifier: Notifier, _ mailbox: Mailbox) {
    self.chain = chain
    self.notifier = notifier
    self.mailbox = mailbox
  }

  /// Releases the notifications of the subscriptions that the last answer confirmed.
  mutating func answered() {
    for _ in 0..<begun { mailbox.release() }
    begun = 0
  }

  /// Ends all subscriptions.
  func end() async { for id in subscriptions { await notifier.unsubscribe(id) } }

  /// Carries out a message, which may want no answer.
  mutating func answer(_ message: ByteBuffer) async -> [[UInt8]] {
    let answer = await RPCMessage.answer(toBytes: message.readableBytesView) { await self.answer($0) }
    return answer.map { [$0] } ?? []
  }

  private mutating func answer(_ message: JSON) async -> JSON? {
    guard case .array(let requests) = message else {
      return isAboutSubscriptions(message) ? await answer(aboutSubscriptions: message) : await chain.answer(message)
    }
    guard requests.count <= Devnet.mostRequests, requests.contains(where: isAboutSubscriptions) else {
      return await chain.answer(message)
    }
    var answers: [JSON] = []
    for request in requests {
      if isAboutSubscriptions(request) {
        answers.append(await answer(aboutSubscriptions: request))
      } else {
        answers += await chain.answer([request])?.array ?? []
      }
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  private func isAboutSubscriptions(_ request: JSON) -> Bool {
    guard let method = request["method"]?.string, Self.namespace(of: method, among: chain) != nil else { return false }
    // A message that is no request, or wants no answer, is nothing to subscribe with.
    switch request["id"] {
    case .string, .number: return request["jsonrpc"]?.string == "2.0"
    default: return false
    }
  }

  private mutating func answer(aboutSubscriptions request: JSON) async -> JSON {
    let id = request["id"] ?? .null
    let parameters = request["params"]?.array ?? []
    let method = request["method"]?.string ?? ""
    if method.hasSuffix("_subscribe") {
      return await subscribe(parameters, in: Self.namespace(of: method, among: chain) ?? "eth", id: id)
    }
    guard let subscription = parameters.first?.string, subscriptions.remove(subscription) != nil else {
      return RPCMessage.failure(code: -32000, "subscription not found", id: id)
    }
    await notifier.unsubscribe(subscription)
    return ["jsonrpc": "2.0", "id": id, "result": true]
  }

  /// The namespace of a method that begins or ends subscriptions; nil for any other.
  private static func namespace(of method: String, among chain: Devnet) -> String? {
    chain.subscriptionNamespaces.first { method == "\($0)_subscribe" || method == "\($0)_unsubscribe" }
  }

  private mutating func subscribe(_ parameters: [JSON], in namespace: String, id: JSON) async -> JSON {
    let subscription: Devnet.Subscription
    do {
      subscription = try Devnet.Subscription(parameters: parameters, namespace: namespace)
    } catch {
      return RPCMessage.failure(code: error.number, error.message, id: id)
    }
    guard subscriptions.count < Self.most else {
      return RPCMessage.failure(code: -32005, "more than \(Self.most) subscriptions on one connection", id: id)
    }
    let name = Self.newID()
    mailbox.hold()
    begun += 1
    subscriptions.insert(name)
    await notifier.subscribe(
      subscription, key: namespace + JSON.array(parameters).serialized(), id: name, telling: mailbox)
    return ["jsonrpc": "2.0", "id": id, "result": .string(name)]
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
