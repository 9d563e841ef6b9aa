import ContractABI
import NodeRPC
import Primitives

/// An answer of a token to a question: its bytes, as far as it gave any.
enum TokenAnswer: Sendable {
  /// The bytes that the contract returned; none where no function answers.
  case returned(Bytes)
  /// An execution that failed, whatever with.
  case refused
  /// A failure of the node, by which nothing is known of the token.
  case unknown(NodeError)

  init(_ result: Result<Bytes, NodeError>) {
    switch result {
    case .success(let bytes): self = .returned(bytes)
    case .failure(let error) where error.isExecutionFailure: self = .refused
    case .failure(let error): self = .unknown(error)
    }
  }

  /// The number in an answer of exactly 32 bytes; nil for any other.
  var word: UInt256? {
    guard case .returned(let bytes) = self, bytes.count == 32 else { return nil }
    return try? UInt256(bigEndian: bytes)
  }

  /// The bytes, if it returned any.
  var bytes: Bytes? {
    guard case .returned(let bytes) = self, !bytes.isEmpty else { return nil }
    return bytes
  }

  /// The node's failure, if it is one.
  var problem: NodeError? {
    guard case .unknown(let error) = self else { return nil }
    return error
  }
}

/// Texts in the answers of contracts, whoever wrote them.
enum ContractText {
  /// Longer answers are not read: no token's name needs so many bytes.
  private static let mostBytes = 16_384

  /// A text, or up to 32 bytes of one as old tokens have it (MKR's way), as it is; nil where it is neither.
  static func exact(_ bytes: Bytes) -> Bytes? {
    guard bytes.count <= mostBytes else { return nil }
    if bytes.count == 32 { return Bytes(bytes.prefix { $0 != 0 }) }
    guard case .string(let text)? = try? ABICoder.decode(bytes, as: [.string], options: .lenient).first else {
      return nil
    }
    return Bytes(text.utf8)
  }

  /// The text made harmless: with control characters written out, without what else cannot be seen and without blanks at
  /// its ends, cut after so many characters; nil if nothing is left.
  static func plain(_ bytes: Bytes, most: Int) -> String? {
    guard let text = exact(bytes) else { return nil }
    let visible = String(decoding: text, as: UTF8.self).unicodeScalars.filter { $0 != "\u{2800}" }
    return TerminalSafe.label(visible, most: most)?.trimmed
  }
}
