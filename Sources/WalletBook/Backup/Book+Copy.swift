import Database
import Primitives
import StrictJSON

/// The outcome of taking over a copy of a book.
public struct BookRestoreReport: Sendable, Hashable {
  /// The names that were added.
  public internal(set) var added: [String] = []
  /// The names that are there already, with the same address.
  public internal(set) var unchanged: [String] = []
  /// The names that stand for another address here, and were left out.
  public internal(set) var conflicts: [String] = []

  /// Nothing was done.
  public init() {}
}

extension Book {
  /// Of what wallets held, so many samples at most go into a copy, the newest ones.
  static let mostSamples = 100_000

  /// Everything in the book that cannot be had again, for a backup.
  ///
  /// - Throws: `bookFailed`.
  public func copy() async throws -> Bytes {
    try await file.read { database in
      let samples = try database.rows("SELECT * FROM sample ORDER BY time DESC LIMIT ?", [Self.mostSamples])
      let json: JSON = [
        "version": 1,
        "wallets": .array(try Self.wallets(in: database).map(\.json)),
        "contacts": .array(try Self.contacts(in: database).map(\.json)),
        "samples": .array(
          try samples.map { row in
            [
              .string(try row.value("network")), .string(try row.value("address")),
              .number("\(try row.value("time", as: Int64.self))"), .string(try row.value("wei")),
            ]
          }),
      ]
      return json.serializedBytes()
    }
  }

  /// Adds what a copy has and this book has not; what is there is never changed.
  ///
  /// - Parameter now: Seconds since 1970. What was seen later is left out: nothing earlier would be kept beside it.
  /// - Throws: `badCopy`; `bookFailed`.
  /// - Complexity: O(copy + book).
  public func restore(_ copy: Bytes, now: Int64) async throws -> BookRestoreReport {
    let copy = try BookCopy(copy)
    return try await file.write { database in
      var report = BookRestoreReport()
      var wallets = Dictionary(try Self.wallets(in: database).map { ($0.title, $0) }) { $1 }
      var contacts = Dictionary(try Self.contacts(in: database).map { ($0.name, $0.address) }) { $1 }
      for wallet in copy.wallets {
        if let own = wallets[wallet.title], own.address == wallet.address {
          report.unchanged.append(wallet.title)
        } else if wallets[wallet.title] != nil || contacts[wallet.title] != nil {
          report.conflicts.append(wallet.title)
        } else {
          try Self.insert(wallet, in: database)
          wallets[wallet.title] = wallet
          report.added.append(wallet.title)
        }
      }
      for contact in copy.contacts {
        if contacts[contact.name] == contact.address {
          report.unchanged.append(contact.name)
        } else if contacts[contact.name] != nil || wallets[contact.name]?.kind == .watch {
          report.conflicts.append(contact.name)
        } else {
          try Self.insert(contact, in: database)
          contacts[contact.name] = contact.address
          report.added.append(contact.name)
        }
      }
      for (place, sample) in copy.samples where sample.time <= now {
        try database.execute(
          "INSERT OR IGNORE INTO sample (network, address, time, wei) VALUES (?, ?, ?, ?)",
          [place.network, place.address.lowercaseHex, sample.time, sample.amount.wei.description])
      }
      return report
    }
  }
}

/// A copy as it is read: whoever knows the backup's password may have written anything into it.
struct BookCopy {
  private(set) var wallets: [Wallet] = []
  private(set) var contacts: [Contact] = []
  private(set) var samples: [(BalancePlace, BalanceSample)] = []

  /// - Throws: `badCopy`.
  init(_ bytes: Bytes) throws(WalletBookError) {
    guard let json = try? JSON(parsing: bytes), json["version"]?.int == 1, let wallets = json["wallets"]?.array,
      let contacts = json["contacts"]?.array, let samples = json["samples"]?.array
    else { throw Self.damaged }
    for wallet in wallets { self.wallets.append(try Wallet(copy: wallet)) }
    for contact in contacts { self.contacts.append(try Contact(copy: contact)) }
    for sample in samples.prefix(Book.mostSamples) {
      guard let network = sample[0]?.string, let address = Self.address(sample[1]), let time = sample[2]?.int,
        time >= 0,
        let wei = (sample[3]?.string).flatMap({ try? UInt256(parsing: $0) })
      else { throw Self.damaged }
      self.samples.append(
        (BalancePlace(network: network, address: address), BalanceSample(time: Int64(time), amount: Amount(wei: wei))))
    }
  }

  static let damaged = WalletBookError(
    .badCopy, "The wallet book in the backup cannot be read.",
    reason: "It is damaged, or of a later version of this program.",
    advice: "The keys in the backup are not touched by this.")

  static func address(_ json: JSON?) -> Address? { (json?.string).flatMap { try? Address($0) } }
}

extension Wallet {
  fileprivate var json: JSON {
    [
      "title": .string(title), "address": .string(address.lowercaseHex), "kind": .string(kind.rawValue),
      "network": network.map { .string($0) } ?? .null, "path": path.map { .string($0) } ?? .null,
      "created": .number("\(created)"),
    ]
  }

  fileprivate init(copy json: JSON) throws(WalletBookError) {
    guard let title = json["title"]?.string, let address = BookCopy.address(json["address"]),
      let kind = json["kind"]?.string.flatMap({ Kind(rawValue: $0) }), let created = json["created"]?.int,
      (try? BookName.check(title)) != nil
    else { throw BookCopy.damaged }
    self.init(
      title: title, address: address, kind: kind, network: json["network"]?.string, path: json["path"]?.string,
      created: Int64(created))
  }
}

extension Contact {
  fileprivate var json: JSON {
    ["name": .string(name), "address": .string(address.lowercaseHex), "created": .number("\(created)")]
  }

  fileprivate init(copy json: JSON) throws(WalletBookError) {
    guard let name = json["name"]?.string, let address = BookCopy.address(json["address"]),
      let created = json["created"]?.int, (try? BookName.check(name)) != nil
    else { throw BookCopy.damaged }
    self.init(name: name, address: address, created: Int64(created))
  }
}
