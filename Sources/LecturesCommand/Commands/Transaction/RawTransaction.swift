import ArgumentParser
import Localization
import Operations
import Primitives
import Terminal
import Transactions

/// A raw transaction as it is given: in hexadecimal, or in a file.
struct RawTransactionInput: ParsableArguments, Sendable {
  @Argument(help: "The transaction's bytes in hexadecimal, or - for standard input.") var raw: String?
  @Option(help: "A file with the bytes; a transaction with blobs is too long for a command line.", completion: .file())
  var file: String?

  func validate() throws {
    if let rule = UsageRule.choice("<raw>", raw != nil, "--file", file != nil) { throw rule }
  }

  /// - Throws: `usage` when it cannot be read or is not hexadecimal, else the error of the transaction.
  func read(_ context: CommandContext) throws -> RawTransaction {
    var text = raw ?? ""
    if let path = file ?? (raw == "-" ? "-" : nil) {
      text = String(decoding: try InputFile.contents(of: path), as: UTF8.self)
    }
    let bytes = try CommandFailure.explaining(.usage, TransactionRefusal.notHex) {
      try Hex.decode(text.trimmed)
    }
    let chainID = try context.settings.network().chainID
    return try CommandFailure.typed {
      try RawTransaction(bytes, chainID: chainID) { context.warn(context.language[$0]) }
    }
  }
}

/// The kind of transaction that the bytes are: signed, to be signed by others, too, or not signed yet.
enum RawTransaction: Sendable {
  case signed(SignedTransaction)
  case partlySigned(PartlySignedTransaction)
  case unsigned(UnsignedTransaction)

  /// - Parameters:
  ///   - chainID: its chain where it does not say so, as one of Kaia's own types without a signature.
  ///   - warn: receives a warning about a signature that chains refuse today.
  /// - Throws: `TransactionError`: the reason why it is no signed transaction.
  init(
    _ bytes: Bytes, chainID: UInt256? = nil, warn: (RawTransactionText) -> Void = { _ in }
  ) throws(TransactionError) {
    do throws(TransactionError) {
      self = .signed(try SignedTransaction(decoding: bytes))
    } catch {
      if error.code == .highS, let old = try? SignedTransaction(decoding: bytes, allowingHighS: true) {
        warn(.outdatedSignature)
        self = .signed(old)
      } else if let unsigned = try? UnsignedTransaction(decoding: bytes) {
        self = .unsigned(unsigned)
      } else if let partly = Self.partlySigned(bytes, chainID) {
        self = .partlySigned(partly)
      } else {
        throw error
      }
    }
  }

  private static func partlySigned(_ bytes: Bytes, _ chainID: UInt256?) -> PartlySignedTransaction? {
    if let named = try? PartlySignedTransaction(decoding: bytes) { return named }
    if let asked = try? PartlySignedTransaction(feePayerSigningPayload: bytes) { return asked }
    return try? PartlySignedTransaction(decoding: bytes, chainID: chainID)
  }

  var transaction: UnsignedTransaction {
    switch self {
    case .signed(let signed): signed.transaction
    case .partlySigned(let partly): .kaia(partly.transaction)
    case .unsigned(let unsigned): unsigned
    }
  }
}
