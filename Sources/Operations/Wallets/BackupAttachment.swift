import Primitives
import StrictJSON
import WalletBook

/// The part of a backup beside the key files: a copy of the wallet book, with the networks that a person defined.
package enum BackupAttachment {
  /// Its name among the files of a backup; no key file has it.
  package static let name = "wallet-book"

  /// The networks and contacts that restoring it added.
  package struct Report: Sendable, Hashable {
    /// The names of the wallet book.
    package internal(set) var book = BookRestoreReport()
    /// The networks.
    package internal(set) var networks = NetworkCopies.Report()
  }

  /// The copy for a backup; nil where there is neither a book nor a network.
  package static func copy(of book: Book?, _ settings: Settings) async throws -> Bytes? {
    let copy = try await book?.copy()
    guard let networks = NetworkCopies.copy(of: settings) else { return copy }
    var object =
      copy.flatMap { try? JSON(parsing: $0) }?.object ?? ["version": 1, "wallets": [], "contacts": [], "samples": []]
    object["networks"] = networks
    return JSON.object(object).serializedBytes()
  }

  /// The networks of a copy as they would be used here, by name; nil for one that cannot be.
  package static func networks(of copy: Bytes, _ settings: Settings) -> [(name: String, network: Network?)] {
    (try? JSON(parsing: copy))?["networks"].map { NetworkCopies.networks(of: $0, settings) } ?? []
  }

  /// Adds what a copy has and is not here; what is here is never changed.
  ///
  /// - Parameters:
  ///   - book: Makes the book, if there is none yet.
  ///   - now: Seconds since 1970.
  package static func restore(
    _ copy: Bytes?, into book: () throws -> Book, _ settings: Settings, now: Int64
  ) async throws -> Report {
    var report = Report()
    guard let copy else { return report }
    report.book = try await book().restore(copy, now: now)
    if let networks = (try? JSON(parsing: copy))?["networks"] {
      report.networks = try NetworkCopies.restore(networks, into: settings)
    }
    return report
  }
}
