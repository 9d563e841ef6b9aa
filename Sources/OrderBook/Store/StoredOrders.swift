import Database
import Orders
import Platform
import Primitives

/// The signed orders in the file of a book, as they are in one moment. Whoever has the file open goes on writing.
public struct StoredOrders: Sendable {
  /// The orders, in the order of their arrival.
  public let orders: [AnySignedOrder]

  /// Reads a file, and changes nothing in it.
  ///
  /// - Parameter endedToo: Whether those that are filled, cancelled or over are wanted, too.
  /// - Throws: `storeFailed`, also where there is no file.
  public init(in path: String, endedToo: Bool = false) async throws(OrderBookError) {
    guard access(path, F_OK) == 0 || errno != ENOENT else {
      throw OrderBookError(
        .storeFailed, "There is no book at \(TerminalSafe.name(path)).",
        advice: "Look whether the path is that of the relay's store.", facts: .file(path, .missing))
    }
    do {
      var options = DatabaseFile.Options()
      (options.isReadOnly, options.durability) = (true, nil)
      options.failure = { BookStore.failure(path, $0) }
      let file = try DatabaseFile(path, options)
      try file.requirePresent(BookSchema.schema)
      orders = try await file.read { database in
        var orders: [AnySignedOrder] = []
        try OrderTable(database: database).forEach(endedFrom: endedToo ? 0 : UInt64(Int64.max)) {
          orders.append($0.order.signed)
        }
        return orders
      }
      try file.close()
    } catch { throw BookStore.failure(path, error) }
  }
}
