import Database
import Primitives

extension Book {
  /// Keeps the tokens that accounts of a network hold now, in place of those that were known.
  ///
  /// - Throws: `bookFailed`.
  public func record(_ holdings: [Address: [Holding]], network: String) async throws {
    try await file.note { database in
      for (owner, holdings) in holdings {
        let address = owner.lowercaseHex
        try database.execute("DELETE FROM holding WHERE network = ? AND address = ?", [network, address])
        for holding in holdings {
          try database.put(
            [
              "network": network, "address": address, "token": holding.token.lowercaseHex, "label": holding.label,
              "decimals": holding.decimals.map { Int64($0) }, "isVouched": holding.isVouched,
              "isCoin": holding.isCoin, "units": holding.units?.description, "time": holding.time,
            ], into: "holding", keys: 3)
        }
      }
    }
  }

  /// The tokens of accounts as they were read last, those that somebody vouches for first.
  ///
  /// - Throws: `bookFailed`.
  public func holdings(
    of places: some Sequence<BalancePlace> & Sendable
  ) async throws -> [BalancePlace: [Holding]] {
    try await file.read { database in
      var found: [BalancePlace: [Holding]] = [:]
      for place in places where found[place] == nil {
        let rows = try database.rows(
          "SELECT * FROM holding WHERE network = ? AND address = ? ORDER BY isVouched DESC, label, token",
          [place.network, place.address.lowercaseHex])
        found[place] = try rows.compactMap { try Self.holding($0) }
      }
      return found
    }
  }

  private static func holding(_ row: Row) throws -> Holding? {
    guard let token = try? Address(row.value("token", as: String.self)) else { return nil }
    let units: String? = try row.optional("units")
    return Holding(
      token: token, label: TerminalSafe.name(try row.value("label", as: String.self)),
      decimals: try row.optional("decimals", as: Int64.self).flatMap { (0...77).contains($0) ? Int($0) : nil },
      isVouched: try row.value("isVouched"), isCoin: try row.value("isCoin"),
      units: units.flatMap { try? UInt256(parsing: $0) }, time: max(0, try row.value("time")))
  }

  /// Notes tokens that were transferred to accounts, and the block up to which that is known.
  ///
  /// - Parameter forgets: Whether earlier notes are of another chain.
  /// - Throws: `bookFailed`.
  public func note(
    _ tokens: [Address: Set<Address>], of owners: Set<Address>, network: String, upTo reach: BlockReach,
    forgets: Bool = false
  ) async throws {
    try await file.note { database in
      for owner in owners {
        let address = owner.lowercaseHex
        if forgets {
          try database.execute("DELETE FROM sighting WHERE network = ? AND address = ?", [network, address])
        }
        for token in tokens[owner] ?? [] {
          try database.execute(
            "INSERT OR IGNORE INTO sighting (network, address, token, block) VALUES (?, ?, ?, ?)",
            [network, address, token.lowercaseHex, Int64(clamping: reach.block)])
        }
        try database.put(
          [
            "network": network, "address": address, "block": Int64(clamping: reach.block), "hash": reach.hash.hex,
          ], into: "reach", keys: 2)
      }
    }
  }

  /// The tokens that were transferred to accounts, those that came first before the others, and the block up to which that
  /// is known.
  ///
  /// - Throws: `bookFailed`.
  public func sightings(
    of owners: Set<Address>, network: String
  ) async throws -> [Address: (reach: BlockReach?, tokens: [Address])] {
    try await file.read { database in
      var found: [Address: (reach: BlockReach?, tokens: [Address])] = [:]
      for owner in owners {
        let arguments: [(any Storable)?] = [network, owner.lowercaseHex]
        let reach = try database.row("SELECT * FROM reach WHERE network = ? AND address = ?", arguments).flatMap {
          row -> BlockReach? in
          guard let hash = try? Hash32(row.value("hash", as: String.self)) else { return nil }
          return BlockReach(block: UInt64(clamping: try row.value("block", as: Int64.self)), hash: hash)
        }
        let tokens: [String] = try database.values(
          "SELECT token FROM sighting WHERE network = ? AND address = ? ORDER BY block, token", arguments)
        found[owner] = (reach, tokens.compactMap { try? Address($0) })
      }
      return found
    }
  }
}
