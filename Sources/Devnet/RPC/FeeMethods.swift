import EVM
import JSONFields
import Primitives
import StrictJSON

/// The methods that read the fees paid in blocks.
enum FeeMethods {
  static let table: [String: RPCMethod] = [
    "eth_feeHistory": RPCMethod(3) { devnet, parameters in
      let percentiles = try parameters.percentiles()
      let count = min(try parameters(0).looseUInt64(), 1024)
      let newest = try parameters.block(1)
      let last = newest == .pending ? devnet.chain.head : try devnet.ledger.existing(newest)
      guard count > 0 else { return ["oldestBlock": "0x0", "gasUsedRatio": .null] }
      let first = max(last.number - min(last.number, count - 1), devnet.chain.firstNumber)
      return .object(history(from: first, to: last.number, percentiles, devnet))
    }
  ]

  /// The fees of some blocks that are here.
  static func history(
    from first: UInt64, to last: UInt64, _ percentiles: [Double], _ devnet: isolated Devnet
  ) -> JSONObject {
    let chain = devnet.chain
    let blocks = chain.blocks(first...last)
    let following = chain.block(number: last + 1)?.header ?? devnet.nextHeader
    let headers = blocks.map(\.header) + [following]
    let blobRules = headers.map { chain.rules(of: $0).blobs }
    var answer: JSONObject = [
      "oldestBlock": .quantity(first),
      "baseFeePerGas": .array(headers.map { .quantity($0.baseFee ?? 0) }),
      "gasUsedRatio": .array(
        blocks.map { block in
          let whole = chain.kind.fullBlockGas(block.header)
          return ratio(min(block.header.gasUsed, whole), whole)
        }),
      "baseFeePerBlobGas": .array(
        zip(headers, blobRules).map {
          .quantity($1?.price(excess: $0.excessBlobGas ?? 0, baseFee: $0.baseFee ?? 0) ?? 0)
        }),
      "blobGasUsedRatio": .array(
        zip(blocks, blobRules).map { ratio($0.header.blobGasUsed ?? 0, ($1?.max ?? 0) &* BlobRules.gasPerBlob) }),
    ]
    if !percentiles.isEmpty {
      answer["reward"] = .array(blocks.map { .array($0.tips(percentiles).map { .quantity($0) }) })
    }
    return answer
  }

  /// A part of a whole as a JSON number.
  private static func ratio(_ part: UInt64, _ whole: UInt64) -> JSON {
    guard part > 0, whole > 0 else { return 0 }
    return part == whole ? 1 : .number("\(Double(part) / Double(whole))")
  }
}

extension Parameters {
  /// The third parameter of `eth_feeHistory`.
  func percentiles() throws(DevnetError) -> [Double] {
    var percentiles: [Double] = []
    for item in try optional(2)?.list(most: 100) ?? [] {
      guard let value = item.json.numberText.flatMap(Double.init), value <= 100, value >= percentiles.last ?? 0 else {
        throw item.invalid("a percentile is a number from 0 to 100, not below the one before")
      }
      percentiles.append(value)
    }
    return percentiles
  }
}

extension DevnetBlock {
  /// The priority fees that the transactions paid for a unit of gas, in wei, at some percentiles of the gas used.
  fileprivate func tips(_ percentiles: [Double]) -> [UInt256] {
    let baseFee = header.baseFee ?? 0
    let paid = receipts.map { (tip: $0.effectiveGasPrice - min(baseFee, $0.effectiveGasPrice), gas: $0.gasUsed) }
      .sorted { $0.tip < $1.tip }
    guard let lowest = paid.first else { return percentiles.map { _ in 0 } }
    var index = 0
    var gas = lowest.gas
    return percentiles.map { percentile in
      let threshold = Double(header.gasUsed) * percentile / 100
      while Double(gas) < threshold, index < paid.count - 1 {
        index += 1
        gas += paid[index].gas
      }
      return paid[index].tip
    }
  }
}
