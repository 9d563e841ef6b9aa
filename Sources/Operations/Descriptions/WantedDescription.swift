import Keys
import LectureKit
import Primitives
import StrictJSON

/// A description that a teacher is asked to sign, with the link for buyers whose hash it has: the very words, with their
/// time, so that what is signed is what was shown.
package struct WantedDescription: Sendable, Hashable {
  /// The description with its place, and without a signature.
  package let unsigned: SignedDescription
  /// The link for buyers; nil without one.
  package let link: BuyersLink?

  /// A description of a lecture by its teacher.
  ///
  /// - Parameters:
  ///   - run: The run that it is of, from 0, the next one at most; nil for all.
  ///   - issuedAt: The time, in seconds since 1970.
  /// - Throws: `LectureError` `.notTeacher` for anybody else; `.unknownRun`; `.invalidDescription` for numbers out of
  ///   range.
  package init(
    _ content: DescriptionContent, link: BuyersLink?, of lecture: Lecture, run: UInt64?, by teacher: Address,
    at client: LectureClient, issuedAt: Int64
  ) throws(LectureError) {
    try Self.check(teacher, teaches: lecture)
    _ = try lecture.chosenRun(run, orNext: true)
    let description = try LectureDescription(
      lecture: lecture.number, run: run, content: content, linkHash: link?.hash ?? .zero,
      issuedAt: UInt64(clamping: issuedAt))
    unsigned = try SignedDescription(
      description, chainID: client.session.chainID, contract: client.market.address, signature: [])
    self.link = link
  }

  /// A description as it came, with the link that belongs to it.
  ///
  /// - Returns: Nil for another link than that of the hash.
  package init?(_ unsigned: SignedDescription, _ link: BuyersLink?) {
    guard link?.hash ?? .zero == unsigned.description.linkHash else { return nil }
    (self.unsigned, self.link) = (unsigned, link)
  }

  /// The description.
  package var description: LectureDescription { unsigned.description }

  /// The typed data (EIP-712) that is signed.
  package func typedData() throws(KeysError) -> TypedData {
    try description.typedData(chainID: unsigned.chainID, contract: unsigned.contract)
  }

  /// The description with a signature, which has to be checked.
  ///
  /// - Throws: `LectureError` `.invalidDescription` for a signature that is too long.
  package func signed(_ signature: Bytes) throws(LectureError) -> SignedDescription {
    try SignedDescription(
      description, chainID: unsigned.chainID, contract: unsigned.contract, signature: signature)
  }

  private static func check(_ account: Address, teaches lecture: Lecture) throws(LectureError) {
    guard lecture.teacher == account else {
      throw LectureError(.notTeacher, "Only the lecture's teacher can do this.", facts: .refusal(.notTeacher))
    }
  }

  /// The lecture as the chain has it now, of which the account is the teacher.
  ///
  /// - Throws: `LectureError` `.descriptionUnsigned` for a description of another chain or contract, `.notTeacher`;
  ///   a `NodeError`.
  package func lecture(taughtBy account: Address, at client: LectureClient) async throws -> Lecture {
    guard unsigned.chainID == client.session.chainID, unsigned.contract == client.market.address else {
      throw LectureError(
        .descriptionUnsigned, "The description is not signed by the lecture's teacher.",
        reason: "It is of another contract.")
    }
    let lecture = try await client.lecture(description.lecture)
    try Self.check(account, teaches: lecture)
    return lecture
  }

  // MARK: In a store

  /// The name of it in a store.
  package static let name = "description"

  /// The description as a store holds it: `{"action": "description", "description": …, "link": …, "salt": …}`.
  package var json: JSON {
    var members: [(String, JSON)] = [("action", .string(Self.name)), ("description", unsigned.json)]
    if let link { members += [("link", .string(link.url)), ("salt", .string(link.salt.hex))] }
    return .object(JSONObject(members))
  }

  /// Reads a description, with a signature or without one.
  ///
  /// - Returns: Nil for what is none.
  package init?(_ json: JSON) {
    guard json["action"]?.string == Self.name, let told = json["description"],
      let unsigned = try? SignedDescription(parsing: told.serializedBytes())
    else { return nil }
    guard let url = json["link"]?.string else {
      self.init(unsigned, nil)
      return
    }
    guard let salt = json["salt"]?.string.flatMap({ try? Hash32($0) }),
      let link = try? BuyersLink(url: url, salt: salt)
    else { return nil }
    self.init(unsigned, link)
  }
}

extension WantedDescription {
  /// Signs the description with a key of this machine, publishes it at a site, and keeps it here.
  ///
  /// - Parameter site: The site; nil keeps it here alone.
  /// - Throws: `SignInError` `.severalKeysNeeded` for an account with several keys; `LectureError` with each of its
  ///   codes about descriptions; `SettingsError` `.noPlace` where it could be kept nowhere; a `NodeError`.
  @discardableResult
  package func publish(
    signedBy keys: Keyring, at client: LectureClient, to site: DescriptionSite?, by settings: Settings
  ) async throws -> SignedDescription {
    let lecture = try await lecture(taughtBy: keys.address, at: client)
    let folder = DescriptionFolder(of: description.lecture, at: client, settings)
    guard site != nil || folder != nil else { throw SettingsError.noPlaceForDescriptions }
    let own = keys.keys(for: .transaction)
    guard let key = own.first, own.count == 1 else {
      throw SignInError(
        .severalKeysNeeded, "This account acts with several keys together.",
        reason: "A description has one signature.", facts: SignInErrors.Facts(account: keys.address))
    }
    let signed = try signed(try await key.sign(typedData: try typedData()).bytes65)
    try await DescriptionCheck(client).verify(signed, of: lecture)
    if let site {
      try await site.publish(signed, link)
      // A home that cannot be written to keeps nothing.
      _ = try? await folder?.keep(signed)
    } else {
      try await folder?.keep(signed)
    }
    return signed
  }
}

extension SettingsError {
  /// The error of a description that can be kept nowhere.
  package static var noPlaceForDescriptions: SettingsError {
    SettingsError(
      .noPlace, "There is no place for descriptions.", reason: "HOME is not set.", facts: .variable("XDG_DATA_HOME"))
  }
}
