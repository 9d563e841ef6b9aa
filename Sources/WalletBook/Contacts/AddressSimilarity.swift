import Primitives

/// Addresses that look alike to anybody who looks at their ends only.
///
/// An attacker who wants money to go astray sends some from an address that begins and ends like one that is known, and
/// waits for it to be copied out of the history ("address poisoning").
public enum AddressSimilarity {
  /// The fewest digits at each end that a shortened address shows, and that make addresses look alike.
  static let digits = 3

  /// Whether two different addresses begin and end with the same digits.
  public static func isPoison(_ address: Address, of known: Address) -> Bool {
    guard address != known else { return false }
    let (first, second) = (address.lowercaseHex, known.lowercaseHex)
    return first.prefix(2 + digits) == second.prefix(2 + digits) && first.suffix(digits) == second.suffix(digits)
  }
}
