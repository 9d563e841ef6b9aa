import Keys

/// A reason why a password is soon guessed by whoever has the file that it protects.
///
/// Nothing is refused for it: who chooses a password decides.
package enum PasswordWeakness: Sendable, Hashable {
  /// Fewer characters than it takes, and their number.
  case short(Int)
  /// A password that is among those tried first, whatever digits and signs are behind it.
  case common
  /// Few different characters, over and over.
  case repetitive
  /// Neighbours of a keyboard, the alphabet or the digits, one after the other.
  case sequence
  /// Digits only, as of a date or a telephone.
  case digits
  /// The account's own name, or the name with something behind it.
  case name

  /// Fewer characters are guessed by trying all of them.
  package static let fewest = 10

  /// The first weakness of a password; nil if none is seen, which proves nothing.
  ///
  /// - Parameter account: The name of the account that it protects.
  package static func find(in password: SecretBytes, of account: String = "") -> PasswordWeakness? {
    password.withUnsafeBytes { bytes in
      var plain = bytes.map(Self.plain)
      defer { plain.wipe() }
      return find(in: plain, characters: bytes.count { $0 & 0xc0 != 0x80 }, of: account)
    }
  }

  private static func find(in plain: [UInt8], characters: Int, of account: String) -> PasswordWeakness? {
    // Signs and digits at the end are tried with every word; of what is left a word has to remain.
    let core = plain.prefix((plain.lastIndex { isLetter($0) } ?? -1) + 1)
    if words.contains(where: { core.elementsEqual($0) || plain.elementsEqual($0) }) { return .common }
    let name = account.utf8.map(Self.plain)
    if name.count >= 3, plain.starts(with: name), plain.count < name.count + 5 { return .name }
    if Set(plain).count <= max(2, plain.count / 5) { return .repetitive }
    if hasOnlyRuns(plain) { return .sequence }
    if characters < fewest { return .short(characters) }
    if characters < 2 * fewest, plain.allSatisfy({ (0x30...0x39).contains($0) }) { return .digits }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) || byte >= 0x80 }

  /// A letter as a small one, and a sign that stands for one as that letter.
  private static func plain(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x41...0x5a: byte + 0x20
    case UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "$"): UInt8(ascii: "s")
    default: byte
    }
  }

  private static let rows = [
    "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "01234567890", "qwertzuiop", "azertyuiop",
  ].map { Array($0.utf8) }

  private static let neighbours = Set(
    rows.flatMap { row in zip(row, row.dropFirst()).flatMap { [[$0, $1], [$1, $0], [$0, $0], [$1, $1]] } })

  /// Whether nearly every character stands beside the one before it.
  private static func hasOnlyRuns(_ plain: [UInt8]) -> Bool {
    let pairs = zip(plain, plain.dropFirst()).map { [$0, $1] }
    return pairs.count >= 3 && pairs.count { neighbours.contains($0) } * 4 >= pairs.count * 3
  }

  private static let words = [
    "password", "passwort", "passw0rd", "pass", "parol", "parola", "bimilbeonho", "admin", "administrator", "root",
    "letmein", "welcome", "login", "secret", "master", "monkey", "dragon", "iloveyou", "sunshine", "princess",
    "football", "baseball", "superman", "batman", "trustno1", "whatever", "starwars", "shadow", "michael", "jesus",
    "hello", "hallo", "test", "testtest", "tester", "guest", "changeme", "default", "qwerty", "abc", "love", "wallet",
    "ethereum", "bitcoin", "kaia", "klaytn", "lectures", "lecture", "student", "teacher", "school", "correcthorse",
    "correcthorsebatterystaple", "ukraine", "korea", "slavaukraini", "пароль", "비밀번호",
  ].map { Array($0.utf8) }
}
