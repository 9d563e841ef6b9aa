import Database
import Orders
import Platform
import Primitives

/// The signed orders in the store of a book, as they are in one moment. Whoever has it open goes on writing.
public struct StoredOrders: Sendable {
  /// The orders, in the order of their arrival.
  public let orders: [AnySignedOrder]

  /// Reads a file, and changes nothing in it.
  ///
  /// - Parameter endedToo: Whether those that are filled, cancelled or over are wanted, too.
  /// - Throws: `storeFailed`, also where there is no file.
  public init(in path: String, endedToo: Bool = false) async throws(OrderBookError) {
    try await self.init(at: .file(path), endedToo: endedToo)
  }

  /// Reads a store at any place, and changes nothing in it.
  ///
  /// - Throws: `storeFailed`, also where there is none.
  package init(at place: DatabasePlace, endedToo: Bool = false) async throws(OrderBookError) {
    let name = place.name
    do {
      let database = try Self.opened(place)
      try database.requirePresent(BookSchema.schema)
      orders = try await database.read { database in
        var orders: [AnySignedOrder] = []
        try OrderTable(database: database).forEach(endedFrom: endedToo ? 0 : UInt64(Int64.max)) {
          orders.append($0.order.signed)
        }
        return orders
      }
      try database.close()
    } catch { throw BookStore.failure(name, error) }
  }

  private static func opened(_ place: DatabasePlace) throws -> any SQLDatabase {
    if case .server(let address) = place { return try DatabaseServer(address, store: "book") }
    let path = place.name
    guard access(path, F_OK) == 0 || errno != ENOENT else {
      throw OrderBookError(
        .storeFailed, "There is no book at \(TerminalSafe.name(path)).",
        advice: "Look whether the path is that of the relay's store.", facts: .file(path, .missing))
    }
    var options = DatabaseFile.Options()
    (options.isReadOnly, options.durability) = (true, nil)
    return try DatabaseFile(path, options)
  }
}
