import NodeRPC
import Primitives
import StrictJSON
import Transactions

/// A service that pays for others' transactions: Kaia's fee delegation API.
public struct FeeService: Sendable {
  /// The service's address, without secrets.
  public let address: String
  private let exchange: JSONExchange
  /// The place without its path, and the key.
  private let (base, key): (String, String?)
  private let authorityFile: String?
  private static let noun = "fee delegation service"

  /// - Parameters:
  ///   - url: The service's address; `/api/signAsFeePayer` is added to it.
  ///   - key: Its API key, if it wants one.
  ///   - authorityFile: The PEM file of the certificate authorities that it is trusted by; nil for the system's.
  /// - Throws: `NodeError` for an address that cannot be read; `SendingError` for a key that cannot be one.
  public init(_ url: String, key: String? = nil, authorityFile: String? = nil) throws {
    let path = "/api/signAsFeePayer"
    var base = url[...]
    while base.hasSuffix("/") { base = base.dropLast() }
    let place = try Endpoint(String(base), of: Self.noun)
    address = place.redacted
    guard key == nil || place.isPrivate else {
      throw SendingError(
        .noFeeDelegation, "The API key is not sent to \(address).",
        reason: "Without TLS everybody on the way reads it.",
        advice: "Use the service's https:// address.")
    }
    if let key, key.isEmpty || !key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) {
      throw SendingError(
        .noFeeDelegation, "The API key of the fee delegation service cannot be one.",
        reason: "It has a blank or another character that no key has.", advice: "Copy it again.")
    }
    self.authorityFile = authorityFile
    (self.base, self.key) = (String(base.hasSuffix(path) ? base.dropLast(path.count) : base), key)
    // The service waits for the receipt before it answers.
    exchange = JSONExchange(
      try Endpoint(base.hasSuffix(path) ? String(base) : base + path, of: Self.noun), of: Self.noun, bearer: key,
      timeout: .seconds(60), authorityFile: authorityFile)
  }

  /// The funds of the account that pays, as the service reports them.
  package struct PayerFunds: Sendable, Hashable {
    package let balance: Amount
    /// Whether it still pays with that.
    package let isEnough: Bool

    package init(balance: Amount, isEnough: Bool) { (self.balance, self.isEnough) = (balance, isEnough) }
  }

  /// The means of the account that pays; nil where the service does not tell them.
  ///
  /// - Parameter contract: A contract that it pays for.
  /// - Throws: `NodeError` for a service that does not answer.
  package func payerFunds(for contract: Address) async throws(NodeError) -> PayerFunds? {
    let place = try Endpoint("\(base)/api/v2/balance?address=\(contract.checksummed)", of: Self.noun)
    let exchange = JSONExchange(
      place, of: Self.noun, bearer: key, headers: RequestID.headerLines, timeout: .seconds(5),
      authorityFile: authorityFile)
    let data = try await exchange.get().json?["data"]
    guard let text = data?["balance"]?.string, let wei = try? UInt256(parsing: text),
      let isEnough = data?["isEnough"]?.bool
    else { return nil }
    return PayerFunds(balance: Amount(wei: wei), isEnough: isEnough)
  }

  /// The answer of a service.
  package enum Answer: Sendable {
    /// The transaction was sent, and is to be found under this hash.
    case sent(Hash32)
    /// Nothing reached it.
    case notAsked(String)
    /// The service refuses to pay. It has the sender's signature all the same, so that proves nothing.
    case refused(String)
    /// The service does not pay any more today, since a budget of it is spent. It has the sender's signature, as above.
    case spent(String)
    /// The service is unavailable now, which is no refusal. It has the sender's signature, as above.
    ///
    /// - Parameter retryAfter: The seconds after which to ask again; nil where it does not say.
    case busy(String, retryAfter: Int? = nil)
    /// Nobody can tell whether it was.
    case unclear(String)
  }

  /// The most times that a service which does not work now is asked, and the seconds that are waited for it in all.
  private static let (mostAttempts, longestWait) = (3, 10)

  /// Hands a transaction over, and waits for the receipt as long as the service does. Where it does not work now it is
  /// asked again in a moment: the same bytes are mined once at most.
  ///
  /// - Parameter request: The name by which whoever runs the service finds this in its log.
  package func sign(_ transaction: PartlySignedTransaction, as request: RequestID) async -> Answer {
    let body: JSON = ["userSignedTx": ["raw": .string(Hex.encode(transaction.encoded(.senderPart)))]]
    var answer: JSONExchange.Answer
    var (attempts, waited, wasOpen) = (1, 0, false)
    do throws(NodeError) {
      answer = try await exchange.post(body, headers: [request.headerLine])
      while answer.isOfBusyService, attempts < Self.mostAttempts {
        // A gateway may have handed it on.
        wasOpen = wasOpen || answer.status != 429 && answer.status != 503
        let pause = max(1, answer.retryAfter ?? 1)
        guard waited + pause <= Self.longestWait, (try? await Task.sleep(for: .seconds(pause))) != nil else { break }
        (attempts, waited) = (attempts + 1, waited + pause)
        answer = try await exchange.post(body, headers: [request.headerLine])
      }
    } catch {
      let words = [error.message, error.reason].compactMap { $0 }.joined(separator: " ")
      let reason = words.hasSuffix(".") ? words : words + "."
      if wasOpen || error.leavesOutcomeOpen { return .unclear(reason) }
      return attempts == 1 ? .notAsked(reason) : .busy(reason)
    }
    let told = Self.text(answer)
    if answer.isOfBusyService {
      let again = "It is not available now: try again" + (answer.retryAfter.map { " in \($0) seconds." } ?? " later.")
      return wasOpen || ![429, 503].contains(answer.status)
        ? .unclear("\(told) \(again)") : .busy("\(told) \(again)", retryAfter: answer.retryAfter)
    }
    switch answer.status {
    case 200:
      // The documents of the API call it otherwise than its server does.
      let data = answer.json?["data"]
      let hash = (data?["hash"] ?? data?["transactionHash"])?.string.flatMap { try? Hash32($0) }
      return hash.map { .sent($0) } ?? .unclear("It answers with status 200 and tells no transaction.")
    case 400, 401, 403, 404, 405, 409, 413:
      return .refused(told)
    case 429: return .spent(Self.plain([answer.json?["data"]?.string].compactMap { $0 }))
    default: return .unclear(told)
    }
  }

  private static func text(_ answer: JSONExchange.Answer) -> String {
    let parts = [answer.json?["message"]?.string, answer.json?["data"]?.string].compactMap { $0 }
    guard !parts.isEmpty else { return "It answers with status \(answer.status)." }
    return plain(parts)
  }

  private static func plain(_ parts: [String]) -> String {
    // Somebody else's words, on a terminal.
    let text = parts.joined(separator: ": ").unicodeScalars.prefix(400)
      .map { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) ? " " : String($0) }.joined()
    return text.hasSuffix(".") ? text : text + "."
  }
}

extension JSONExchange.Answer {
  /// Whether a service, or the proxy before it, reports that it is unavailable. A limit on requests
  /// has no words of its own; a budget that is spent has.
  fileprivate var isOfBusyService: Bool {
    switch status {
    case 502, 503, 504: true
    case 429: json?["data"]?.string == nil
    default: false
    }
  }
}
