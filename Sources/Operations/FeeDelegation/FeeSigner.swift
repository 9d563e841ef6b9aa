import FeePayer
import Keys
import Primitives
import Sending
import StrictJSON
import Transactions

/// The fee payer that signs and sends what the platform has checked: in this process, or a service elsewhere.
///
/// An equal transaction gets the same answer, and is paid for once.
public protocol FeeSigner: Sendable {
  /// The account that pays; nil where it is not known before it has.
  var payingAccount: Address? { get }
  /// Whether it knows all that it ever signed, so that a refusal of it says that it signed nothing.
  var remembers: Bool { get }
  /// Signs and sends a transaction, and waits until it is in a block or that takes too long.
  func pay(_ partly: PartlySignedTransaction) async -> FeeSignerAnswer
}

/// The answer of a ``FeeSigner``; texts are its own words, for whoever runs it.
public enum FeeSignerAnswer: Sendable, Hashable {
  /// The transaction was sent, under this hash.
  case sent(Hash32)
  /// The fee payer does not pay for this, and signed nothing.
  case refused(String)
  /// A budget of it is spent; it signed nothing.
  case spent(String)
  /// The fee payer cannot be asked, or cannot work; it signed nothing.
  case unavailable(String)
  /// The fee payer has too much to do for so many seconds; it signed nothing.
  case busy(String, seconds: Int)
  /// Unknown whether it was sent; the hash is that of what was signed, if it is known.
  case unclear(String, Hash32?)
}

/// A fee payer in this process: there may be one process only, for its journal has one writer.
extension FeePayerService: FeeSigner {
  /// The account whose keys it has.
  public nonisolated var payingAccount: Address? { feePayer }
  /// Its journal does.
  public nonisolated var remembers: Bool { true }

  /// Pays by its rules; its journal tells what became of a transaction that was not answered well.
  public nonisolated func pay(_ partly: PartlySignedTransaction) async -> FeeSignerAnswer {
    let answer = await answer(toOwn: partly)
    if answer.status == 200, let hash = answer.json["data"]?["hash"]?.string.flatMap({ try? Hash32($0) }) {
      return .sent(hash)
    }
    let words = answer.json["data"]?.string ?? answer.message
    do {
      if let record = try await record(of: partly.transaction) { return .unclear(words, record.hash) }
    } catch {
      return .unclear(words, nil)
    }
    return switch answer.status {
    case 429: .spent(words)
    case 500...: .unavailable(words)
    default: .refused(words)
    }
  }
}

/// A fee payer elsewhere, which may serve several processes.
extension FeeService: FeeSigner {
  /// The service names its account only in what it sends.
  public var payingAccount: Address? { nil }
  /// A fee payer of Kaia's refuses the same bytes once they are mined.
  public var remembers: Bool { false }

  /// Hands the sender's part over.
  public func pay(_ partly: PartlySignedTransaction) async -> FeeSignerAnswer {
    switch await sign(partly, as: .current ?? .random()) {
    case .sent(let hash): .sent(hash)
    case .busy(let words, let seconds?): .busy(words, seconds: max(1, seconds))
    case .notAsked(let words), .busy(let words, nil): .unavailable(words)
    case .refused(let words): .refused(words)
    case .spent(let words): .spent(words)
    case .unclear(let words): .unclear(words, nil)
    }
  }
}
