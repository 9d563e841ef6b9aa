import Primitives
import StrictJSON

extension CallOverrides {
  /// Reads the third and fourth parameters of `eth_call`: accounts by address, and fields of the block.
  init(state: Argument?, block: Argument?) throws(DevnetError) {
    if let state {
      guard let object = state.json.object, object.count <= 1000 else {
        throw state.invalid("it is not an object of at most 1000 accounts")
      }
      for (text, json) in object {
        let address = try Argument(json: .string(text), place: state.place).address()
        accounts[address] = try Account(Argument(json: json, place: "\(state.place).\(text)"))
      }
    }
    guard let block else { return }
    try block.refuseOthers(than: Self.blockFields)
    try read(block: block)
  }

  /// The fields of a block that any call may see otherwise.
  static let blockFields = [
    "number", "time", "gasLimit", "feeRecipient", "difficulty", "prevRandao", "baseFeePerGas", "blobBaseFee",
  ]

  /// Reads them.
  mutating func read(block: Argument) throws(DevnetError) {
    number = try block.field("number")?.uint64()
    timestamp = try block.field("time")?.uint64()
    gasLimit = try block.field("gasLimit")?.uint64()
    coinbase = try block.field("feeRecipient")?.address()
    difficulty = try block.field("difficulty")?.uint256()
    prevRandao = try block.field("prevRandao")?.hash()
    baseFee = try block.field("baseFeePerGas")?.uint256()
    blobBaseFee = try block.field("blobBaseFee")?.uint256()
  }
}

extension CallOverrides.Account {
  fileprivate init(_ argument: Argument) throws(DevnetError) {
    try argument.refuseOthers(than: ["balance", "nonce", "code", "state", "stateDiff", "movePrecompileToAddress"])
    precompileTarget = try argument.field("movePrecompileToAddress")?.address()
    balance = try argument.field("balance")?.uint256()
    nonce = try argument.field("nonce")?.uint64()
    code = try argument.field("code")?.bytes()
    storage = try argument.field("state")?.slots()
    slots = try argument.field("stateDiff")?.slots() ?? [:]
    if storage != nil, argument.field("stateDiff") != nil {
      throw argument.invalid("it has both \"state\" and \"stateDiff\"")
    }
  }
}

extension Argument {
  /// An override that is not known would give another answer than was asked for.
  func refuseOthers(than known: [String]) throws(DevnetError) {
    guard let object = json.object else { throw invalid("it is not an object") }
    if let name = object.keys.first(where: { !known.contains($0) }) {
      throw invalid("\"\(name.prefix(60))\" can't be overridden; known are \(known.joined(separator: ", "))")
    }
  }

  /// Values by slot.
  fileprivate func slots() throws(DevnetError) -> [UInt256: UInt256] {
    guard let object = json.object, object.count <= 10_000 else {
      throw invalid("it is not an object of at most 10000 slots")
    }
    var slots: [UInt256: UInt256] = [:]
    for (key, value) in object {
      slots[try Argument(json: .string(key), place: place).slot()] = try Argument(json: value, place: place).slot()
    }
    return slots
  }
}
