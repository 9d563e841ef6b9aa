import ContractABI
import Database
import Primitives

/// The table of the contracts whose events an index has, with their interfaces.
struct SourceTable {
  let database: Connection

  /// All contracts, by their addresses.
  func all() throws -> [EventSource] {
    try database.rows("SELECT address, abi FROM source WHERE id >= ? ORDER BY address", [0]).map { row in
      do {
        return try EventSource(try row.address("address"), text: try row.value("abi"))
      } catch is ContractABIError {
        throw DatabaseError.unreadable("abi")
      }
    }
  }

  /// The numbers of the contracts in the other tables.
  func numbers() throws -> [Address: Int64] {
    var numbers: [Address: Int64] = [:]
    for row in try database.rows("SELECT id, address FROM source WHERE id >= ?", [0]) {
      numbers[try row.address("address")] = try row.value("id")
    }
    return numbers
  }

  /// Notes contracts, or their interfaces anew.
  func set(_ sources: [EventSource]) throws {
    for (number, source) in sources.enumerated() {
      try database.execute(
        """
        INSERT INTO source (id, address, abi) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET address = excluded.address, abi = excluded.abi
        """, [number + 1, source.address.bytes, source.text])
    }
  }
}
