import Files
import Keystores
import Orders
import Platform
import Primitives
import StrictJSON

/// Files with one signed order, in the JSON of relayers, as they go from hand to hand.
public enum OrderFile {
  /// The size of what is read: as much as an order's text may have, and a little.
  private static let mostBytes = (8 << 10) + 1

  /// Reads a file's order, and checks exchange, chain as far as the order has it, signature and terms.
  ///
  /// - Parameters:
  ///   - exchanges: The contracts that orders may be for, of either version.
  ///   - signers: Accounts that may sign for the maker beside the maker (v4).
  ///   - time: The time in seconds since 1970 by which an order is over.
  /// - Throws: `orderFile`; its cause is the `OrderError`, or the file's own.
  public static func read(
    _ path: String, for exchanges: [ExchangeContract], signers: Set<Address> = [], at time: UInt64
  ) async throws(OrderJournalError) -> AnySignedOrder {
    let bytes: Bytes
    do {
      bytes = try await BlockingWork.run { try PrivateFile.read(path, limit: mostBytes).bytes }
    } catch { throw failure(path, "cannot be read", error) }
    do throws(OrderError) {
      let signed = try AnySignedOrder(parsing: bytes)
      try check(signed, for: exchanges, signers: signers)
      if let fault = signed.order.faults(at: time).first { throw fault }
      return signed
    } catch { throw failure(path, "is not used", error) }
  }

  /// Writes an order to a new file for its owner only, whole or not at all, after the same checks but for the time; a
  /// file that has this very order is left as it is.
  ///
  /// - Parameter isReplacing: Whether a file of that name may be replaced.
  /// - Throws: `orderFile`; its cause is the `OrderError`, or the file's own.
  public static func write(
    _ signed: AnySignedOrder, to path: String, for exchanges: [ExchangeContract], signers: Set<Address> = [],
    isReplacing: Bool = false
  ) async throws(OrderJournalError) {
    do throws(OrderError) {
      try check(signed, for: exchanges, signers: signers)
    } catch { throw failure(path, "is not written", error) }
    do {
      try await PrivateFile.write(
        Bytes((signed.json.serialized() + "\n").utf8), to: path, replacing: isReplacing)
    } catch let error as KeystoreError where error.code == .exists {
      let there = try? await read(path, for: exchanges, signers: signers, at: 0)
      guard there?.hash != signed.hash else { return }
      throw OrderJournalError(
        .orderFile, "There is already a file of that name, and it has another content.",
        reason: "\(TerminalSafe.name(path)): it stays as it is; give the order another file.", cause: error)
    } catch { throw failure(path, "cannot be written", error) }
  }

  /// Makes sure that there is nothing of a name yet, before an order is signed for a file of it.
  ///
  /// - Throws: `orderFile`, as ``write(_:to:for:signers:isReplacing:)``.
  public static func requireFree(_ path: String) throws(OrderJournalError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    throw OrderJournalError(
      .orderFile, "There is already a file of that name; no order was signed.",
      reason: "\(TerminalSafe.name(path)): it stays as it is; give the order another file.",
      cause: KeystoreError(.exists, "There is already a file of that name."))
  }

  /// Checks an order against the contract that it is for.
  private static func check(
    _ signed: AnySignedOrder, for exchanges: [ExchangeContract], signers: Set<Address>
  ) throws(OrderError) {
    var error = OrderError(.wrongExchange, "no exchange is known that orders of this kind are for")
    for exchange in exchanges {
      do throws(OrderError) {
        try signed.order.check(isFor: exchange)
      } catch let problem {
        error = problem
        continue
      }
      return try signed.verify(for: exchange, signers: signers)
    }
    throw error
  }

  private static func failure(_ path: String, _ what: String, _ error: any Error) -> OrderJournalError {
    OrderJournalError(
      .orderFile, "The file with an order \(what).", reason: "\(TerminalSafe.name(path)): \(error.inOneLine)",
      cause: error)
  }
}
