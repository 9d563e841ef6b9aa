import StrictJSON

/// The reading of a page of banks as MinFin's site lists them, a row for each bank with its cash and its cards.
enum BankListPage {
  /// The banks and their rates for a currency; rows that are no bank, and rates that cannot be, are counted.
  static func findings(_ rows: [JSON], of currency: Currency) -> SourceFindings {
    var findings = SourceFindings()
    for row in rows {
      guard let slug = row["slug"]?.slug else {
        findings.skipped += 1
        continue
      }
      findings.banks.append(Bank(slug: slug, name: (row["name_uk"] ?? row["name"])?.plainText() ?? slug))
      for form in BankRate.Form.allCases {
        guard let rate = row[form.rawValue], !rate.isNull else { continue }
        guard let time = rate["date"]?.string.flatMap({ Zone.kyiv.time(of: $0) }) else {
          findings.skipped += 1
          continue
        }
        let (bid, ask) = (rate["bid"]?.decimal(), rate["ask"]?.decimal())
        if let rate = BankRate(bank: slug, currency: currency, form: form, bid: bid, ask: ask, asOf: time) {
          findings.bankRates.append(rate)
        } else if bid != nil || ask != nil {
          // A rate that has numbers and is none: they cross.
          (findings.skipped, findings.contradictions) = (findings.skipped + 1, findings.contradictions + 1)
        }
      }
    }
    return findings
  }
}

extension JSON {
  /// The name of a bank as addresses have it: small letters, digits, `-`, `_` and `.`.
  var slug: String? {
    guard let text = string, (1...64).contains(text.utf8.count),
      text.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) || [0x2d, 0x2e, 0x5f].contains(byte)
      })
    else { return nil }
    return text
  }
}
