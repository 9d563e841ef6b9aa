import Database
import LectureKit
import Primitives
import StrictJSON

// The descriptions of lectures that their teachers signed, and the links for buyers. Signatures were checked before.
extension PlatformStore {
  /// A description with its link, as they are kept.
  struct StoredDescription: Sendable {
    let signed: SignedDescription
    let link: BuyersLink?
  }

  /// Keeps a description and its link in the place of an older one of the same runs.
  ///
  /// - Returns: False where one is known that is as new; true again for the very same.
  func keep(_ signed: SignedDescription, _ link: BuyersLink?) async throws -> Bool {
    let description = signed.description
    let place = Self.place(signed.chainID, signed.contract, description.lecture)
    let (hash, issued, document) = (signed.hash.hex, Int64(clamping: description.issuedAt), signed.json.serialized())
    return try await database.write(turn: "description") { db in
      try db.execute(
        """
        INSERT INTO description (place, runs, hash, issued, document, link, salt) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (place, runs) DO UPDATE SET hash = excluded.hash, issued = excluded.issued,
          document = excluded.document, link = excluded.link, salt = excluded.salt
        WHERE excluded.issued > description.issued
        """, [place, description.runs, hash, issued, document, link?.url, link?.salt.hex])
      let kept = try db.value(
        "SELECT hash FROM description WHERE place = ? AND runs = ?", [place, description.runs], as: String.self)
      return kept == hash
    }
  }

  /// The hash of the description that is kept in the place of another one, and its time; nil for none.
  func kept(inPlaceOf signed: SignedDescription) async throws -> (hash: String, issued: Int64)? {
    let place = Self.place(signed.chainID, signed.contract, signed.description.lecture)
    let runs = signed.description.runs
    return try await database.read { db in
      try db.row("SELECT hash, issued FROM description WHERE place = ? AND runs = ?", [place, runs])
        .map { (hash: try $0.value("hash", as: String.self), issued: try $0.value("issued", as: Int64.self)) }
    }
  }

  /// The newest description of a lecture's run; nil for none.
  ///
  /// - Parameter run: Nil where the contract reports no run: then only one of all runs will do.
  func description(
    of lecture: UInt256, run: UInt64?, chainID: UInt256, contract: Address
  ) async throws -> StoredDescription? {
    let (place, own) = (Self.place(chainID, contract, lecture), run.map { "\($0)" } ?? "all")
    return try await database.read { db in
      // Digits sort before letters: of two of one time that of the run alone counts.
      let row = try db.row(
        """
        SELECT document, link, salt FROM description WHERE place = ? AND runs IN ('all', ?)
        ORDER BY issued DESC, runs LIMIT 1
        """, [place, own])
      guard let row else { return nil }
      let signed = try SignedDescription(parsing: Array(try row.value("document", as: String.self).utf8))
      guard let url = try row.optional("link", as: String.self), let salt = try row.optional("salt", as: String.self)
      else { return StoredDescription(signed: signed, link: nil) }
      return StoredDescription(signed: signed, link: try BuyersLink(url: url, salt: Hash32(salt)))
    }
  }

  /// Notes a request for a link, which counts once.
  ///
  /// - Parameter hash: The hash that was signed.
  /// - Returns: Whether it was not noted before.
  func use(_ request: LinkRequest, hash: Hash32) async throws -> Bool {
    let (key, now, ends) = (hash.hex, clock(), Int64(clamping: request.issuedAt + LinkRequest.lifetime))
    return try await database.write(turn: "description") { db in
      try db.execute("DELETE FROM link_request WHERE ends < ?", [now])
      return try db.execute(
        "INSERT INTO link_request (hash, ends) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING", [key, ends]) > 0
    }
  }

  private static func place(_ chainID: UInt256, _ contract: Address, _ lecture: UInt256) -> String {
    "\(chainID)/\(contract.checksummed)/\(lecture)"
  }
}
