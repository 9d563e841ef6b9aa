import JSONFields
import Listening
import NIOCore
import OrderBook
import Orders
import Primitives
import StrictJSON

/// A client of WebSocket: its requests and its subscriptions.
///
/// Each subscription listens from before its snapshot is taken and speaks only after, so that nothing is missed and nothing
/// told twice.
struct RelaySubscriber: WebSocketConversation {
  /// The limits of a message.
  static let limits = JSON.Limits(depth: 8, bytes: 64 << 10)

  private let feed: RelayFeed
  private let policy: RelayPolicy
  private let meters: RelayMeters
  private let counters: RelayCounters
  private let client: ClientAddress
  private let mailbox: Mailbox
  /// The subscriptions' names by what the client calls them.
  private var subscriptions: [String: String] = [:]
  private var begun = 0
  private var last = 0
  private let name: String

  init(
    _ feed: RelayFeed, _ policy: RelayPolicy, _ meters: RelayMeters, _ counters: RelayCounters,
    _ client: ClientAddress, _ mailbox: Mailbox
  ) {
    counters.count { $0.webSockets += 1 }
    self.counters = counters
    self.feed = feed
    self.policy = policy
    self.meters = meters
    self.client = client
    self.mailbox = mailbox
    name = "\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
  }

  /// Releases what was held back for the subscriptions that began with the last message.
  mutating func answered() {
    for _ in 0..<begun { mailbox.release() }
    begun = 0
  }

  /// Ends all subscriptions.
  func end() async {
    for id in subscriptions.values { await feed.unsubscribe(id) }
    counters.count { $0.webSockets -= 1 }
  }

  /// Begins or ends a subscription; whatever goes wrong is an answer, too.
  mutating func answer(_ message: ByteBuffer) async -> [[UInt8]] {
    var requestID = JSON.null
    do throws(RelayRefusal) {
      let json: JSON
      do throws(JSONError) {
        json = try JSON(parsing: message.readableBytesView, limits: Self.limits)
      } catch { throw .malformed(error.inOneLine) }
      switch json["requestId"] {
      case .number(let text)? where text.utf8.count <= 20: requestID = .number(text)
      case .string(let text)? where text.utf8.count <= 64: requestID = .string(text)
      default: throw .fields([FieldError("requestId", .format, "has to be a number, or a text of 64 bytes")])
      }
      if let wait = meters.read(by: client).wait {
        throw .throttled("too many messages", retryAfter: (wait + 999) / 1000)
      }
      switch json["type"]?.string {
      case "subscribe": return try await subscribe(json, requestID)
      case "unsubscribe":
        guard let id = subscriptions.removeValue(forKey: requestID.serialized()) else {
          throw .fields([FieldError("requestId", .range, "is of no subscription")])
        }
        await feed.unsubscribe(id)
        return []
      default: throw .fields([FieldError("type", .format, "has to be subscribe or unsubscribe")])
      }
    } catch {
      return [
        JSON.object([
          "type": "error", "requestId": requestID,
          "payload": ["code": .number("\(error.code ?? 100)"), "reason": .string(error.sentence)],
        ]).serializedBytes()
      ]
    }
  }

  private mutating func subscribe(_ json: JSON, _ requestID: JSON) async throws(RelayRefusal) -> [[UInt8]] {
    let key = requestID.serialized()
    guard subscriptions[key] == nil else {
      throw .fields([FieldError("requestId", .range, "is of a subscription already")])
    }
    guard subscriptions.count < policy.rules.limits.subscriptions else {
      throw .throttled("more than \(policy.rules.limits.subscriptions) subscriptions", retryAfter: 1)
    }
    let request = try SubscriptionRequest(json)
    last += 1
    let subscription = FeedSubscription(id: "\(name)-\(last)", requestID: requestID, channel: request.channel)
    mailbox.hold()
    begun += 1
    subscriptions[key] = subscription.id
    return await feed.subscribe(
      subscription, telling: mailbox, since: request.since, snapshot: request.snapshot)
  }
}

/// A subscription as a client asks for it.
struct SubscriptionRequest: Sendable, Hashable {
  /// The channel that it is about.
  let channel: FeedChannel
  /// The sequence number up to which the client knows all.
  let since: UInt64?
  /// The most orders of a side in a snapshot; nil for none.
  let snapshot: Int?

  /// Reads the message that begins a subscription.
  ///
  /// - Throws: a refusal with what is wrong.
  init(_ message: JSON) throws(RelayRefusal) {
    do throws(JSONFieldProblem) {
      let fields = try JSONFields(message["payload"] ?? [:])
      let wantsSnapshot = try fields.optional("snapshot", .bool) ?? false
      let limit: UInt64 = try fields.optional("limit", .quantity) ?? 100
      snapshot = wantsSnapshot ? Int(clamping: min(max(1, limit), UInt64(RelayFeed.mostOfSnapshot))) : nil
      since = try fields.optional("since", .quantity)
      let isExtended = try fields.optional("extended", .bool) ?? false
      switch message["channel"]?.string {
      case "orderbook":
        channel = .orderbook(
          TokenPair(
            base: try fields.required("baseTokenAddress", .checksummed),
            quote: try fields.required("quoteTokenAddress", .checksummed)), extended: isExtended)
      case "orders":
        channel = .orders(
          makerToken: try fields.optional("makerToken", .checksummed),
          takerToken: try fields.optional("takerToken", .checksummed), extended: isExtended)
      case "trades":
        channel = .trades(fields["base"] == nil && fields["quote"] == nil ? nil : try fields.pair())
      case "candles":
        let name = try fields.required("interval", .string)
        guard let interval = CandleInterval(rawValue: name) else {
          throw JSONFieldProblem("has to be one of \(CandleInterval.names)").inside("interval")
        }
        channel = .candles(try fields.pair(), interval)
      default: throw JSONFieldProblem("has to be orderbook, orders, trades or candles").inside("channel")
      }
    } catch {
      let code: FieldError.Code = error.isMissing ? .required : error.due == .address ? .address : .format
      throw .fields([FieldError(error.field.isEmpty ? "payload" : error.field, code, error.problem)])
    }
  }
}

extension JSONFields where Failure == JSONFieldProblem {
  fileprivate func pair() throws(JSONFieldProblem) -> TokenPair {
    TokenPair(base: try required("base", .checksummed), quote: try required("quote", .checksummed))
  }
}

extension CandleInterval {
  /// The names of all, for people.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension RelayRefusal {
  /// The reason with all that is wrong with single fields.
  var sentence: String {
    errors.isEmpty ? reason : "\(reason): " + errors.map { "\($0.field) \($0.reason)" }.joined(separator: "; ")
  }
}
