import Primitives

/// A request to pay, as EIP-681 writes it: `ethereum:0x5CbD…@8217?value=1500000000000000000`.
///
/// Read strictly: what would change the payment and is not understood is refused, never passed over.
public struct PaymentRequest: Sendable, Hashable {
  /// The account that is to be paid.
  public let recipient: Address
  /// The ERC-20 token that is to be paid with; nil is the chain's own money.
  public let token: Address?
  /// The amount, in the smallest unit of the money or of the token; nil leaves it to the payer.
  public let amount: UInt256?
  /// The chain; nil leaves it open.
  public let chainID: UInt256?
  /// The parameters that say something about the payment and change nothing of it, such as `label`, by name.
  public let notes: [Note]

  /// A parameter that is no instruction.
  public struct Note: Sendable, Hashable {
    /// As it stands in the request.
    public let name: String
    /// As it stands in the request.
    public let value: String

    /// The value with its percent-encoding undone (RFC 3986), where that gives a text.
    public var text: String {
      var bytes: [UInt8] = []
      var rest = value.utf8[...]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), let code = rest.prefix(2).hexadecimalByte {
          bytes.append(code)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      }
      return String(validating: bytes, as: UTF8.self) ?? value
    }
  }

  /// A request without notes; nothing is checked.
  public init(
    to recipient: Address, token: Address? = nil, amount: UInt256? = nil, chainID: UInt256? = nil
  ) {
    self.init(to: recipient, token: token, amount: amount, chainID: chainID, notes: [])
  }

  init(to recipient: Address, token: Address?, amount: UInt256?, chainID: UInt256?, notes: [Note]) {
    self.recipient = recipient
    self.token = token
    self.amount = amount
    self.chainID = chainID
    self.notes = notes
  }

  /// The request as text; notes are left out.
  public var text: String {
    let target = token ?? recipient
    let chain = chainID.map { "@\($0)" } ?? ""
    guard token != nil else {
      return "ethereum:\(target.checksummed)\(chain)" + (amount.map { "?value=\($0)" } ?? "")
    }
    return "ethereum:\(target.checksummed)\(chain)/transfer?address=\(recipient.checksummed)"
      + (amount.map { "&uint256=\($0)" } ?? "")
  }
}
