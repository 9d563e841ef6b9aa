import Devnet
import LectureKit
import Primitives
import Transactions

/// The lecture contract on a devnet of its own, with lectures of the first account that all others may buy.
struct DevnetMarket {
  let devnet: Devnet
  let contract: Address
  let lectures: Int

  var students: ArraySlice<Devnet.Account> { devnet.accounts.dropFirst() }
  /// How many purchases there are when everybody has bought everything.
  var purchases: Int { lectures * students.count }

  init(lectures: Int) async throws {
    self.lectures = lectures
    devnet = try await Devnet.start()
    contract = try await devnet.deploy(LectureMarket.bytecode)
    let calldata = LectureMarket.Calldata.createLecture(lectureCost: 1)
    for _ in 0..<lectures { try await devnet.send(DevnetCall(to: contract, data: calldata)) }
  }

  /// The bytes of a purchase, signed; a student buys the lectures in their order.
  func purchase(_ lecture: Int, by student: Devnet.Account) throws -> Bytes {
    let transaction = UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: devnet.chainID, nonce: UInt64(lecture), maxPriorityFeePerGas: 1_000_000_000,
        maxFeePerGas: 3_000_000_000, gasLimit: 200_000, to: contract, value: 1_000_000_000_000_000_000,
        data: LectureMarket.Calldata.purchaseLecture(lectureNumber: UInt256(lecture))))
    return try transaction.signed(by: student.key).encoded
  }

  /// Makes sure that everybody has bought everything.
  func checkSold() async throws {
    var sold = 0
    for number in 0...(await devnet.blockNumber) {
      guard let block = await devnet.block(.number(number)) else { continue }
      sold += block.receipts.count { $0.isSuccess && $0.to == contract && students.map(\.address).contains($0.from) }
    }
    try require(sold == purchases, "\(sold) of \(purchases) purchases were mined and succeeded")
  }
}
