import Database

/// The tables of banks and of what they pay and want.
struct BankTable {
  let database: Connection

  /// Keeps a bank; what a source does not tell of it stays as another told it.
  func keep(_ bank: Bank, at now: Int64) throws {
    try database.execute(
      """
      INSERT INTO bank (slug, name, longName, site, phone, email, address, rating, licence, icon, updated)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (slug) DO UPDATE SET
        name = excluded.name, longName = coalesce(excluded.longName, bank.longName),
        site = coalesce(excluded.site, bank.site), phone = coalesce(excluded.phone, bank.phone),
        email = coalesce(excluded.email, bank.email), address = coalesce(excluded.address, bank.address),
        rating = coalesce(excluded.rating, bank.rating), licence = coalesce(excluded.licence, bank.licence),
        icon = coalesce(excluded.icon, bank.icon), updated = excluded.updated
      """,
      [
        bank.slug, bank.name, bank.longName, bank.site, bank.phone, bank.email, bank.address, bank.rating, bank.licence,
        bank.icon, now,
      ])
  }

  /// Keeps a bank's rate, unless a later one of it is kept.
  ///
  /// One that is off by more than half from a kept one of the last ten days, or from those of the two days before, or
  /// whose bid and ask are too far apart, is set aside until one of a later day agrees.
  ///
  /// - Returns: The reason why it cannot be believed; nil if it can.
  func keep(_ rate: BankRate, at now: Int64) throws -> SuspectReason? {
    let place: [(any Storable)?] = [rate.bank, rate.currency, rate.form]
    let (level, levels) = (RateLevel(rate), LevelTable(database, at: now))
    if let suspectReason = try suspectReason(about: rate, place, levels) {
      let other = try kept(in: "suspectBankRate", place)
      let isBacked = other.map { level.isLike(RateLevel($0)) && $0.asOf / 86_400 < rate.asOf / 86_400 } ?? false
      guard isBacked else {
        try database.put(
          [
            "slug": rate.bank, "currency": rate.currency, "form": rate.form, "bid": rate.bid, "ask": rate.ask,
            "asOf": rate.asOf, "retrieved": now,
          ], into: "suspectBankRate", keys: 3)
        return suspectReason
      }
      try levels.restart(level, of: rate.series, asOf: rate.asOf)
    }
    try database.execute("DELETE FROM suspectBankRate WHERE slug = ? AND currency = ? AND form = ?", place)
    try database.execute(
      """
      INSERT INTO bankRate (slug, currency, form, bid, ask, asOf, retrieved) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (slug, currency, form) DO UPDATE SET
        bid = excluded.bid, ask = excluded.ask, asOf = excluded.asOf, retrieved = excluded.retrieved
      WHERE excluded.asOf >= bankRate.asOf
      """, place + [rate.bid, rate.ask, rate.asOf, now])
    if let newest = try kept(in: "bankRate", place) {
      try levels.note(RateLevel(newest), of: rate.series, asOf: newest.asOf)
    }
    return nil
  }

  private func suspectReason(about rate: BankRate, _ place: [(any Storable)?], _ levels: LevelTable) throws
    -> SuspectReason?
  {
    let (level, before) = (RateLevel(rate), try kept(in: "bankRate", place))
    if let before, rate.asOf - before.asOf <= Self.memory, level.isOff(from: RateLevel(before)) { return .far }
    if try levels.past(rate.series).contains(where: { level.isOff(from: $0.level) }) { return .far }
    return level.isWide(for: .bank) && before.map { !RateLevel($0).isWide(for: .bank) } ?? true ? .wide : nil
  }

  /// Seconds for which a rate counts against another that is far from it.
  private static let memory: Int64 = 10 * 86_400

  private func kept(in table: String, _ place: [(any Storable)?]) throws -> BankRate? {
    try database.row(
      "SELECT slug, currency, form, bid, ask, asOf FROM \(table) WHERE slug = ? AND currency = ? AND form = ?", place
    ).map { try Self.rate($0, of: $0.value("slug"), $0.value("currency")) }
  }

  /// The banks with rates in a currency, or one bank with all it has, by name.
  func banks(_ slug: String?, in currency: Currency?) throws -> [StoredBank] {
    var banks: [StoredBank] = []
    try database.forEachRow(
      """
      SELECT coalesce(bank.slug, bankRate.slug) AS slug, coalesce(name, bankRate.slug) AS name, longName, site, phone,
        email, address, rating, licence, icon, currency, form, bid, ask, asOf
      FROM bankRate FULL JOIN bank ON bank.slug = bankRate.slug
      WHERE (coalesce(bank.slug, bankRate.slug) = ?1 OR ?1 IS NULL) AND (currency = ?2 OR ?2 IS NULL)
      ORDER BY 2, 1, currency, form
      """, [slug, currency]
    ) { row in
      let bank = try Self.bank(row)
      if banks.last?.bank.slug != bank.slug { banks.append(StoredBank(bank: bank, rates: [])) }
      if let currency = try row.optional("currency", as: Currency.self) {
        banks[banks.count - 1].rates.append(try Self.rate(row, of: bank.slug, currency))
      }
    }
    return banks
  }

  private static func rate(_ row: Row, of bank: String, _ currency: Currency) throws -> BankRate {
    guard
      let rate = BankRate(
        bank: bank, currency: currency, form: try row.value("form"), bid: try row.optional("bid"),
        ask: try row.optional("ask"), asOf: try row.time("asOf") ?? 0)
    else { throw DatabaseError.unreadable("bid") }
    return rate
  }

  private static func bank(_ row: Row) throws -> Bank {
    var bank = Bank(slug: try row.value("slug"), name: try row.value("name"))
    bank.longName = try row.optional("longName")
    bank.site = try row.optional("site")
    bank.phone = try row.optional("phone")
    bank.email = try row.optional("email")
    bank.address = try row.optional("address")
    bank.rating = try row.optional("rating")
    bank.licence = try row.optional("licence")
    bank.icon = try row.optional("icon")
    return bank
  }
}
