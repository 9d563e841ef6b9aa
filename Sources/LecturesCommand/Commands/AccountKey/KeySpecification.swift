import Keys
import Keystores
import Primitives

/// An account's key as it is written on the command line: `legacy`, `fail`, a public key, a keystore's name, `new:NAME`,
/// or several of these behind a threshold: `2:alice,bob*2,0x02…`.
enum KeySpecification: Sendable, Hashable {
  case legacy
  case fail
  case single(Member)
  case multisig(threshold: UInt64, [Weighted])

  /// A key of an account, as it is written.
  enum Member: Sendable, Hashable {
    case publicKey(PublicKey)
    /// The address of a keystore's key.
    case keystore(String)
    /// A key to be made and kept under this name.
    case new(String)
  }

  struct Weighted: Sendable, Hashable {
    let member: Member
    let weight: UInt64
  }

  /// - Throws: `usage`, with the forms that can be written.
  init(parsing text: String) throws(CommandFailure) {
    switch text {
    case "legacy": self = .legacy
    case "fail": self = .fail
    default:
      guard let colon = text.firstIndex(of: ":"), let threshold = UInt64(text[..<colon]) else {
        self = .single(try Self.member(text[...]))
        return
      }
      var members: [Weighted] = []
      for part in text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false) {
        let halves = part.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
        guard let weight = halves.count == 2 ? UInt64(halves[1]) : 1 else { throw Self.unreadable(text) }
        members.append(Weighted(member: try Self.member(halves[0]), weight: weight))
      }
      self = .multisig(threshold: threshold, members)
    }
  }

  var members: [Member] {
    switch self {
    case .legacy, .fail: []
    case .single(let member): [member]
    case .multisig(_, let members): members.map(\.member)
    }
  }

  /// The key, with the public keys of its members.
  func accountKey(_ publicKey: (Member) throws -> PublicKey) rethrows -> AccountKey {
    switch self {
    case .legacy: return .legacy
    case .fail: return .fail
    case .single(let member): return .publicKey(try publicKey(member))
    case .multisig(let threshold, let members):
      return .multisig(
        WeightedMultisig(
          threshold: threshold,
          keys: try members.map { WeightedMultisig.WeightedKey(weight: $0.weight, key: try publicKey($0.member)) }))
    }
  }

  private static func member(_ text: Substring) throws(CommandFailure) -> Member {
    guard !text.isEmpty else { throw unreadable(String(text)) }
    if text.hasPrefix("new:") { return .new(String(text.dropFirst(4))) }
    guard text.hasPrefix("0x") else { return .keystore(String(text)) }
    guard let bytes = try? Hex.decode(String(text)), let key = try? PublicKey(bytes) else {
      throw CommandFailure(.usage, AccountUpdateRefusal.noPublicKey(String(text)))
    }
    return .publicKey(key)
  }

  private static func unreadable(_ text: String) -> CommandFailure {
    CommandFailure(.usage, AccountUpdateRefusal.noKey(text))
  }
}
