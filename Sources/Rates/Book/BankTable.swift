import Database

/// The tables of banks and of what they pay and want.
struct BankTable {
  let database: Connection

  /// Keeps a bank; what a source does not tell of it stays as another told it.
  func keep(_ bank: Bank, at now: Int64) throws {
    try database.execute(
      """
      INSERT INTO bank VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
        name = excluded.name, longName = ifnull(excluded.longName, longName), site = ifnull(excluded.site, site),
        phone = ifnull(excluded.phone, phone), email = ifnull(excluded.email, email),
        address = ifnull(excluded.address, address), rating = ifnull(excluded.rating, rating),
        licence = ifnull(excluded.licence, licence), icon = ifnull(excluded.icon, icon), updated = excluded.updated
      """,
      [
        bank.slug, bank.name, bank.longName, bank.site, bank.phone, bank.email, bank.address, bank.rating, bank.licence,
        bank.icon, now,
      ])
  }

  /// Keeps a bank's rate, unless a later one of it is kept.
  func keep(_ rate: BankRate, at now: Int64) throws {
    try database.execute(
      """
      INSERT INTO bankRate VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
        bid = excluded.bid, ask = excluded.ask, asOf = excluded.asOf, retrieved = excluded.retrieved
      WHERE excluded.asOf >= bankRate.asOf
      """, [rate.bank, rate.currency, rate.form, rate.bid, rate.ask, rate.asOf, now])
  }

  /// The banks with rates in a currency, or one bank with all it has, by name.
  func banks(_ slug: String?, in currency: Currency?) throws -> [KeptBank] {
    var banks: [KeptBank] = []
    try database.forEachRow(
      """
      SELECT coalesce(bank.slug, bankRate.slug) AS slug, coalesce(name, bankRate.slug) AS name, longName, site, phone,
        email, address, rating, licence, icon, currency, form, bid, ask, asOf
      FROM bankRate FULL JOIN bank ON bank.slug = bankRate.slug
      WHERE (?1 IS NULL OR coalesce(bank.slug, bankRate.slug) = ?1) AND (?2 IS NULL OR currency = ?2)
      ORDER BY 2, 1, currency, form
      """, [slug, currency]
    ) { row in
      let bank = try Self.bank(row)
      if banks.last?.bank.slug != bank.slug { banks.append(KeptBank(bank: bank, rates: [])) }
      if let currency = try row.optional("currency", as: Currency.self) {
        guard
          let rate = BankRate(
            bank: bank.slug, currency: currency, form: try row.value("form"), bid: try row.optional("bid"),
            ask: try row.optional("ask"), asOf: try row.time("asOf") ?? 0)
        else { throw DatabaseError.unreadable("bid") }
        banks[banks.count - 1].rates.append(rate)
      }
    }
    return banks
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
