import Database
import Primitives

extension RatesBook {
  static func keep(_ banks: [Bank], _ rates: [BankRate], at time: Int64, in database: Connection) throws {
    for bank in banks {
      // Sources know different things of a bank: what one does not tell stays as another has told it.
      try database.execute(
        """
        INSERT INTO bank VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (slug) DO UPDATE SET
          name = CASE WHEN excluded.name = excluded.slug THEN name ELSE excluded.name END,
          longName = coalesce(excluded.longName, longName), site = coalesce(excluded.site, site),
          phone = coalesce(excluded.phone, phone), email = coalesce(excluded.email, email),
          address = coalesce(excluded.address, address), rating = coalesce(excluded.rating, rating),
          licence = coalesce(excluded.licence, licence), icon = coalesce(excluded.icon, icon),
          updated = excluded.updated
        """,
        [
          bank.slug, bank.name, bank.longName, bank.site, bank.phone, bank.email, bank.address, bank.rating,
          bank.licence, bank.icon, time,
        ])
    }
    for rate in rates where rate.asOf <= time + 2 * 86_400 {
      try database.execute(
        """
        INSERT INTO bankRate VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (slug, currency, form) DO UPDATE SET
          bid = excluded.bid, ask = excluded.ask, asOf = excluded.asOf, retrieved = excluded.retrieved
          WHERE excluded.asOf >= asOf
        """,
        [
          rate.bank, rate.currency.code, rate.form.rawValue, rate.bid?.stored, rate.ask?.stored, rate.asOf, time,
        ])
    }
  }

  /// All banks that are known, by name.
  ///
  /// - Throws: `bookFailed`.
  public func banks() async throws -> [Bank] {
    try await file.read { database in
      try database.rows("SELECT * FROM bank ORDER BY name, slug").map { row in
        var bank = Bank(slug: try row.value("slug"), name: try row.value("name"))
        (bank.longName, bank.site) = (try row.optional("longName"), try row.optional("site"))
        (bank.phone, bank.email) = (try row.optional("phone"), try row.optional("email"))
        (bank.address, bank.rating) = (try row.optional("address"), try row.optional("rating"))
        (bank.licence, bank.icon) = (try row.optional("licence"), try row.optional("icon"))
        return bank
      }
    }
  }

  /// What banks pay and want: for one currency or all, of one bank or all.
  ///
  /// - Throws: `bookFailed`.
  public func bankRates(currency: Currency?, bank: String?) async throws -> [BankRate] {
    try await file.read { database in
      try database.rows(
        "SELECT * FROM bankRate WHERE (?1 IS NULL OR currency = ?1) AND (?2 IS NULL OR slug = ?2) ORDER BY slug",
        [currency?.code, bank]
      ).map { row in
        guard let currency = Currency(try row.value("currency")),
          let form = BankRate.Form(rawValue: try row.value("form")),
          let rate = BankRate(
            bank: try row.value("slug"), currency: currency, form: form,
            bid: (try row.optional("bid") as String?).flatMap { ExactDecimal(stored: $0) },
            ask: (try row.optional("ask") as String?).flatMap { ExactDecimal(stored: $0) },
            asOf: try row.value("asOf"))
        else { throw DatabaseError.unreadable("a bank's rate") }
        return rate
      }
    }
  }
}
