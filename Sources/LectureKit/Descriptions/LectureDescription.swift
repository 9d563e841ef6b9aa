import Keys
import Primitives

/// The description of a lecture, which its teacher signs (EIP-712): the content, and the hash of the link for buyers.
public struct LectureDescription: TypedStruct, Hashable {
  /// The lecture's number, from 0.
  public let lecture: UInt256
  /// The run that it is of, from 0; nil for all runs.
  public let run: UInt64?
  /// The content that the teacher wrote.
  public let content: DescriptionContent
  /// The hash of the buyers' link (``BuyersLink/hash``); zero where there is none.
  public let linkHash: Hash32
  /// The time when it was made, in seconds since 1970: of two descriptions the later one counts.
  public let issuedAt: UInt64

  /// The largest time or run: greater numbers lose digits in programs that read JSON by doubles.
  public static let mostNumber: UInt64 = 1 << 53

  /// A description.
  ///
  /// - Throws: `LectureError` `.invalidDescription` for a number out of range.
  public init(
    lecture: UInt256, run: UInt64?, content: DescriptionContent, linkHash: Hash32 = .zero, issuedAt: UInt64
  ) throws(LectureError) {
    guard run ?? 0 <= Self.mostNumber, (1...Self.mostNumber).contains(issuedAt) else {
      throw .description("A number of it is out of range.")
    }
    (self.lecture, self.run, self.content) = (lecture, run, content)
    (self.linkHash, self.issuedAt) = (linkHash, issuedAt)
  }

  /// The runs in words, as they are signed: `all`, or the number of one.
  public var runs: String { run.map { "\($0)" } ?? "all" }

  /// Whether it is of a run.
  ///
  /// - Parameter run: From 0; nil where the contract does not tell, and only a description of all runs will do.
  public func isOf(_ run: UInt64?) -> Bool { self.run == nil || self.run == run }

  /// The fields in the order in which they are hashed.
  public static let typedFields: [TypedField<LectureDescription>] = [
    TypedField("lecture", \.lecture), TypedField("runs", \.runs), TypedField("texts", \.content.texts),
    TypedField("dates", \.content.dates), TypedField("place", \.content.place), TypedField("seats", \.content.seats),
    TypedField("linkHash", \.linkHash), TypedField("issuedAt", \.issuedAt),
  ]

  /// The description as typed data of a contract on a chain, which a wallet shows before it signs.
  public func typedData(chainID: UInt256, contract: Address) throws(KeysError) -> TypedData {
    try TypedData(
      domain: TypedDomain(name: "Lecture description", version: "1", chainID: chainID, verifyingContract: contract),
      message: self)
  }
}
