import Devnet
import StrictJSON

/// One message of a client and its answer, with the subscriptions that it begins.
struct Exchange {
  let chain: Devnet
  let subscriptions: Subscriptions
  /// What the client is to be told from when it has the answer on, by id.
  private(set) var began: [(id: String, Devnet.Subscription)] = []
  /// All that happens since the first of them; nil if there are none, or somebody listens already.
  private(set) var events: AsyncStream<Devnet.Event>?
  private let isListening: Bool

  init(chain: Devnet, subscriptions: Subscriptions, isListening: Bool) {
    self.chain = chain
    self.subscriptions = subscriptions
    self.isListening = isListening
  }

  /// Carries out a message; nil if it wants no answer.
  mutating func answer(_ message: JSON) async -> JSON? {
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
    guard ["eth_subscribe", "eth_unsubscribe"].contains(request["method"]?.string) else { return false }
    // What is no request, or wants no answer, is nothing to subscribe with.
    switch request["id"] {
    case .string, .number: return request["jsonrpc"]?.string == "2.0"
    default: return false
    }
  }

  private mutating func answer(aboutSubscriptions request: JSON) async -> JSON {
    let id = request["id"] ?? .null
    let parameters = request["params"]?.array ?? []
    if request["method"]?.string == "eth_subscribe" { return await subscribe(parameters, id: id) }
    guard let subscription = parameters.first?.string, await subscriptions.remove(subscription) else {
      return Devnet.failure(code: -32000, "subscription not found", id: id)
    }
    return ["jsonrpc": "2.0", "id": id, "result": true]
  }

  private mutating func subscribe(_ parameters: [JSON], id: JSON) async -> JSON {
    let subscription: Devnet.Subscription
    do {
      subscription = try Devnet.Subscription(parameters: parameters)
    } catch {
      return Devnet.failure(code: error.code.number, error.message, id: id)
    }
    guard await subscriptions.hasRoom(for: began.count + 1) else {
      return Devnet.failure(code: -32005, "more than \(Subscriptions.most) subscriptions on one connection", id: id)
    }
    if !isListening, events == nil { events = await chain.events() }
    let name = Subscriptions.newID()
    began.append((name, subscription))
    return ["jsonrpc": "2.0", "id": id, "result": .string(name)]
  }
}
