import Keys
import Primitives
import StrictJSON

/// The request of a student for the buyers' link of a run, which is signed (EIP-712) and counts once, for five minutes, at
/// one site.
public struct LinkRequest: TypedStruct, Hashable {
  /// The origin of the site that is asked, as in `https://lectures.example`.
  public let site: String
  /// The lecture's number, from 0.
  public let lecture: UInt256
  /// The run that was bought, from 0.
  public let run: UInt64
  /// The account that bought it.
  public let student: Address
  /// A random number that makes it the only one of its kind.
  public let nonce: Hash32
  /// The time when it was made, in seconds since 1970.
  public let issuedAt: UInt64

  /// The seconds for which it counts.
  public static let lifetime: UInt64 = 300
  /// The seconds that a clock may be ahead.
  public static let mostAhead: UInt64 = 60

  /// A request by its parts.
  ///
  /// - Parameter nonce: By default a new one of the system's random source.
  public init(
    site: String, lecture: UInt256, run: UInt64, student: Address,
    nonce: Hash32 = Hash32(UInt256.random(in: 0...UInt256.max)), issuedAt: UInt64
  ) {
    (self.site, self.lecture, self.run, self.student) = (site, lecture, run, student)
    (self.nonce, self.issuedAt) = (nonce, issuedAt)
  }

  /// Whether it counts at a time.
  ///
  /// - Parameter time: Seconds since 1970.
  public func isInForce(at time: Int64) -> Bool {
    guard let time = UInt64(exactly: time), issuedAt <= LectureDescription.mostNumber else { return false }
    return issuedAt <= time + Self.mostAhead && time < issuedAt + Self.lifetime
  }

  /// The fields in the order in which they are hashed.
  public static let typedFields: [TypedField<LinkRequest>] = [
    TypedField("site", \.site), TypedField("lecture", \.lecture), TypedField("run", \.run),
    TypedField("student", \.student), TypedField("nonce", \.nonce), TypedField("issuedAt", \.issuedAt),
  ]

  /// The request as typed data of a contract on a chain.
  public func typedData(chainID: UInt256, contract: Address) throws(KeysError) -> TypedData {
    try TypedData(
      domain: TypedDomain(name: "Buyers' link", version: "1", chainID: chainID, verifyingContract: contract),
      message: self)
  }
}

/// A request for a link with the signature that it came with, which has to be checked.
public struct SignedLinkRequest: Sendable, Hashable {
  /// The terms that were signed.
  public let request: LinkRequest
  /// The signature as it was given.
  public let signature: Bytes

  /// The most bytes of it as JSON.
  public static let mostBytes = 8_192
  private static let longestSite = 300

  /// A request and a signature; nothing is checked.
  public init(_ request: LinkRequest, signature: Bytes) { (self.request, self.signature) = (request, signature) }

  /// The request as a JSON object with its signature.
  public var json: JSON {
    [
      "site": .string(request.site), "lecture": .string("\(request.lecture)"), "run": .number("\(request.run)"),
      "student": .string(request.student.checksummed), "nonce": .string(request.nonce.hex),
      "issuedAt": .number("\(request.issuedAt)"), "signature": .string(signature.hex),
    ]
  }

  /// Reads a request strictly.
  ///
  /// - Throws: `LectureError` `.invalidLinkRequest`, with what is wrong.
  public init(parsing text: some Collection<UInt8>) throws(LectureError) {
    do throws(LectureError) {
      try self.init(members: text)
    } catch {
      throw LectureError(.invalidLinkRequest, "That is no request for the buyers' link.", reason: error.reason)
    }
  }

  private init(members text: some Collection<UInt8>) throws(LectureError) {
    guard text.count <= Self.mostBytes else { throw .description("It is longer than \(Self.mostBytes) bytes.") }
    var members = try DescriptionMembers(parsing: text)
    request = LinkRequest(
      site: try members.required("site") { json in json.string.flatMap { $0.utf8.count <= Self.longestSite ? $0 : nil }
      },
      lecture: try members.required("lecture", DescriptionMembers.digits),
      run: try members.required("run", DescriptionMembers.whole),
      student: try members.required("student", DescriptionMembers.address),
      nonce: try members.required("nonce", DescriptionMembers.hash),
      issuedAt: try members.required("issuedAt", DescriptionMembers.whole))
    signature = try members.required("signature", DescriptionMembers.signature)
    try members.finish()
  }
}
