import Primitives

/// A Klaytn wallet key: a private key and the address it signs for, which on Klaytn need not be the key's own.
///
/// Written `0x` private key (64 digits) `0x00` (the type) `0x` address (40 digits), in one piece of 112 characters.
public struct KlaytnWalletKey: Sendable, Hashable {
  /// The key that signs for the account.
  public let privateKey: PrivateKey
  /// The account's address; never to be computed from the key, as accounts can change their keys.
  public let address: Address

  /// Puts a key and an address together.
  ///
  /// - Parameter address: nil for the key's own.
  public init(privateKey: PrivateKey, address: Address? = nil) {
    self.privateKey = privateKey
    self.address = address ?? privateKey.address
  }

  /// Reads a wallet key; the first `0x` may be missing.
  ///
  /// - Throws: `invalidWalletKey`, `unsupportedWalletKeyType` for a type other than `00`, or `invalidPrivateKey` if the key
  ///   is zero or too large. No error tells a digit of the key.
  public init(_ text: String) throws(KeysError) {
    let utf8 = Bytes(text.utf8)
    let digits = utf8.count == 112 && utf8.starts(with: "0x".utf8) ? utf8.dropFirst(2) : utf8[...]
    // Key, separator, type, separator, address.
    guard digits.count == 110 else {
      throw Self.invalid("it has \(utf8.count) characters; 112 are due, or 110 without the first 0x")
    }
    let start = digits.startIndex
    let key = digits[start..<start + 64]
    let type = digits[start + 66..<start + 68]
    let address = digits[start + 70..<start + 110]
    guard digits[start + 64..<start + 66].elementsEqual("0x".utf8),
      digits[start + 68..<start + 70].elementsEqual("0x".utf8)
    else { throw Self.invalid("0x must stand before the type and before the address") }
    guard type.elementsEqual("00".utf8) else {
      throw KeysError(
        .unsupportedWalletKeyType,
        "cannot read the Klaytn wallet key: its type is \(quoted(String(decoding: type, as: UTF8.self)))\nonly 00 is known"
      )
    }
    let account: Address
    do {
      account = try Address("0x" + String(decoding: address, as: UTF8.self))
    } catch {
      throw Self.invalid("the address, the part after the last 0x, is not one: 40 digits are due, their case right")
    }
    self.init(privateKey: try PrivateKey(hex: String(decoding: key, as: UTF8.self)), address: account)
  }

  /// The wallet key as it is written; it gives the key away.
  public var exported: String {
    privateKey.secret.withUnsafeBytes { "\(Hex.encode($0))0x00\(address.lowercaseHex)" }
  }

  private static func invalid(_ why: String) -> KeysError {
    KeysError(
      .invalidWalletKey,
      "cannot read the Klaytn wallet key: \(why)\nits form is 0x<64 digits>0x000x<40 digits>, without spaces")
  }
}

extension KlaytnWalletKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The address; never the key.
  public var description: String { "Klaytn wallet key of \(address)" }
  /// The description, which shows no secret.
  public var debugDescription: String { description }
}
