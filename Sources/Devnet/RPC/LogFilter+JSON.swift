import Primitives
import StrictJSON

extension LogFilter {
  init(_ argument: Argument) throws(DevnetError) {
    guard argument.json.object != nil else { throw argument.invalid("it is not an object") }
    let blockHash = try argument.field("blockHash")?.hash()
    let (from, to) = (argument.field("fromBlock"), argument.field("toBlock"))
    if blockHash != nil, from != nil || to != nil {
      throw argument.invalid("cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other")
    }
    var addresses: Set<Address> = []
    if let field = argument.field("address") {
      for address in try field.json.array == nil ? [field] : field.list(most: 1000) {
        addresses.insert(try address.address())
      }
    }
    var topics: [Set<Hash32>] = []
    for position in try argument.field("topics")?.list(most: 4) ?? [] {
      var wanted: Set<Hash32> = []
      if !position.json.isNull {
        let choices = try position.json.array == nil ? [position] : position.list(most: 1000)
        // Null among them is any, as it is in their place.
        if !choices.contains(where: \.json.isNull) { for topic in choices { wanted.insert(try topic.hash()) } }
      }
      topics.append(wanted)
    }
    try self.init(
      blockHash: blockHash, from: from?.block() ?? .latest, to: to?.block() ?? .latest, addresses: addresses,
      topics: topics)
  }

  /// The logs of some blocks that one asks for, as clients get them.
  ///
  /// - Throws: `limitExceeded`.
  func json(in blocks: ArraySlice<DevnetBlock>) throws(DevnetError) -> JSON {
    .array(try logs(in: blocks).map { $0.receipt.logJSON(at: $0.index) })
  }
}
