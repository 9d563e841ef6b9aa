import Keys
import Primitives
import StrictJSON

/// A description with the signature that it came with, which has to be checked: by itself it proves nothing.
public struct SignedDescription: Sendable, Hashable {
  /// The teacher's words about the lecture.
  public let description: LectureDescription
  /// The chain of the contract (EIP-155).
  public let chainID: UInt256
  /// The lecture contract.
  public let contract: Address
  /// The signature as it was given: of a key 65 bytes, of a contract any (EIP-1271).
  public let signature: Bytes
  /// The hash that was signed, by which it is kept and asked for.
  public let hash: Hash32

  /// The most bytes of a signature.
  public static let longestSignature = 2_048
  /// The most bytes of a description as JSON, signed or not.
  public static let mostBytes = 48_000

  /// A description and a signature, of which only the length is checked.
  ///
  /// - Throws: `LectureError` `.invalidDescription`.
  public init(
    _ description: LectureDescription, chainID: UInt256, contract: Address, signature: Bytes
  ) throws(LectureError) {
    guard signature.count <= Self.longestSignature else { throw .description("Its signature is too long.") }
    (self.description, self.chainID, self.contract) = (description, chainID, contract)
    self.signature = signature
    do throws(KeysError) {
      hash = try description.typedData(chainID: chainID, contract: contract).digest()
    } catch { throw .description(error.message) }
  }

  /// The description as a JSON object with its signature.
  public var json: JSON {
    var members: [(String, JSON)] = [
      ("chain", .string("\(chainID)")), ("contract", .string(contract.checksummed)),
      ("lecture", .string("\(description.lecture)")), ("runs", .string(description.runs)),
    ]
    members += description.content.members
    members += [
      ("linkHash", .string(description.linkHash.hex)), ("issuedAt", .number("\(description.issuedAt)")),
      ("signature", .string(signature.hex)),
    ]
    return .object(JSONObject(members))
  }

  /// Reads a description strictly: a member that is not known would not be signed, and is refused.
  ///
  /// - Throws: `LectureError` `.invalidDescription`, with what is wrong.
  public init(parsing text: some Collection<UInt8>) throws(LectureError) {
    var members = try DescriptionMembers(parsing: text)
    let chain = try members.required("chain", DescriptionMembers.digits)
    let contract = try members.required("contract", DescriptionMembers.address)
    let lecture = try members.required("lecture", DescriptionMembers.digits)
    let run = try members.required("runs") { json -> UInt64?? in
      guard let text = json.string else { return nil }
      guard text != "all" else { return .some(nil) }
      guard let run = UInt64(text), "\(run)" == text else { return nil }
      return .some(run)
    }
    let hash = try members.required("linkHash", DescriptionMembers.hash)
    let issuedAt = try members.required("issuedAt", DescriptionMembers.whole)
    let signature = try members.required("signature", DescriptionMembers.signature)
    let content = try DescriptionContent(&members)
    try members.finish()
    try self.init(
      LectureDescription(lecture: lecture, run: run, content: content, linkHash: hash, issuedAt: issuedAt),
      chainID: chain, contract: contract, signature: signature)
  }
}
