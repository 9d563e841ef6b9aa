import Primitives
import StrictJSON

/// A receipt of a purchase, which anybody can check against the chain; by itself it proves nothing.
public struct PurchaseReceipt: Sendable, Hashable {
  /// The chain of the purchase (EIP-155).
  public let chainID: UInt256
  /// The lecture contract.
  public let contract: Address
  /// The lecture's number, from 0.
  public let lecture: UInt256
  /// The run that was bought, from 0.
  public let run: UInt64
  /// The account that bought it.
  public let student: Address
  /// The price that was paid.
  public let price: Price
  /// The hash of the transaction that paid it.
  public let transaction: Hash32
  /// The number of that transaction's block.
  public let block: UInt64

  /// A receipt with the facts given; nothing is checked.
  public init(
    chainID: UInt256, contract: Address, lecture: UInt256, run: UInt64, student: Address, price: Price,
    transaction: Hash32, block: UInt64
  ) {
    (self.chainID, self.contract, self.lecture, self.run) = (chainID, contract, lecture, run)
    (self.student, self.price, self.transaction, self.block) = (student, price, transaction, block)
  }

  /// The beginning of every receipt as a link.
  public static let beginning = "lectures:receipt?"
  /// The most bytes of a receipt as JSON or as a link.
  public static let longest = 2_000

  private var members: [(name: String, value: String)] {
    [
      ("chain", "\(chainID)"), ("contract", contract.checksummed), ("lecture", "\(lecture)"), ("run", "\(run)"),
      ("student", student.checksummed), ("price", "\(price.klay)"), ("transaction", transaction.hex),
      ("block", "\(block)"),
    ]
  }

  /// The receipt as a link, which fits into a QR code.
  public var link: String { Self.beginning + members.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }

  /// The receipt as a JSON object of texts; numbers are decimal.
  public var json: JSON { .object(JSONObject(members.map { ($0.name, .string($0.value)) })) }

  /// Reads a receipt, as a link or as JSON; what is not understood is refused.
  ///
  /// - Throws: `LectureError` `.invalidReceipt`, with what is wrong.
  public init(parsing text: String) throws(LectureError) {
    guard text.utf8.count <= Self.longest else { throw .receipt("It is longer than \(Self.longest) bytes.") }
    var values: [String: String] = [:]
    func add(_ name: String, _ value: String) throws(LectureError) {
      guard values.updateValue(value, forKey: name) == nil else { throw .receipt("It has a part twice.") }
    }
    if text.hasPrefix(Self.beginning) {
      for part in text.dropFirst(Self.beginning.count).split(separator: "&", omittingEmptySubsequences: false) {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard pair.count == 2 else { throw .receipt("A part of it is none of a name and a value.") }
        try add(pair[0], pair[1])
      }
    } else {
      guard let object = (try? JSON(parsing: Array(text.utf8)))?.object else {
        throw .receipt("It is neither a link nor a JSON object.")
      }
      for (name, value) in object {
        guard let value = value.string else { throw .receipt("A member of it is no text.") }
        try add(name, value)
      }
    }
    func required<Value>(_ name: String, _ read: (String) -> Value?) throws(LectureError) -> Value {
      guard let text = values.removeValue(forKey: name) else { throw .receipt("It has no \(name).") }
      guard let value = read(text) else { throw .receipt("Its \(name) cannot be read.") }
      return value
    }
    func number(_ text: String) -> UInt256? {
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return try? UInt256(parsing: text)
    }
    func small(_ text: String) -> UInt64? { number(text).flatMap { UInt64(exactly: $0) } }
    func address(_ text: String) -> Address? {
      (try? Address(text)).flatMap { $0.checksummed == text ? $0 : nil }
    }
    chainID = try required("chain", number)
    contract = try required("contract", address)
    lecture = try required("lecture", number)
    run = try required("run", small)
    student = try required("student", address)
    price = try required("price") { text in number(text).flatMap { try? Price(klay: $0) } }
    transaction = try required("transaction") { text in
      (try? Hash32(text)).flatMap { $0.hex == text ? $0 : nil }
    }
    block = try required("block", small)
    guard values.isEmpty else { throw .receipt("A part of it is not known here.") }
  }
}

/// A fact of a receipt that the chain does not bear out.
public enum ReceiptMismatch: Sendable, Hashable {
  /// The node is on another chain: nothing else was looked at.
  case otherChain(UInt256)
  /// The contract in use is another: nothing else was looked at.
  case otherContract(Address)
  /// No block has the transaction.
  case unknownTransaction
  /// The transaction failed.
  case failed
  /// The transaction is in another block.
  case otherBlock(UInt64)
  /// The transaction bought nothing at the contract.
  case noPurchase
  /// The transaction bought another lecture.
  case otherLecture(UInt256)
  /// The transaction bought another run.
  case otherRun(UInt256)
  /// Another account bought it.
  case otherStudent(Address)
  /// The transaction cost another price, in whole coins.
  case otherPrice(UInt256)
  /// The student took the payment back since.
  case reclaimed
  /// The contract shows no such student.
  case notShown
}

extension LectureError {
  fileprivate static func receipt(_ reason: String) -> LectureError {
    LectureError(.invalidReceipt, "That is no receipt of a lecture.", reason: reason)
  }
}
