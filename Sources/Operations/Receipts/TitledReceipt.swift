import LectureKit
import Primitives
import StrictJSON

/// A receipt of a purchase with the title that its lecture has, which is in no receipt.
package struct TitledReceipt: Sendable, Hashable {
  /// The receipt.
  package let receipt: PurchaseReceipt
  /// The lecture's title as the endpoints tell it that were asked; nil without one, and where nobody tells it: a
  /// receipt is good or not without it.
  package let title: String?

  init(receipt: PurchaseReceipt, title: String?) { (self.receipt, self.title) = (receipt, title) }

  init(_ receipt: PurchaseReceipt, titledBy client: LectureClient, quorum: Int) async {
    self.receipt = receipt
    let title = (try? await client.receipts.agreedTitle(of: receipt, quorum: quorum)) ?? ""
    self.title = title.isEmpty ? nil : title
  }

  /// Makes the receipt of an account's purchase of a run.
  ///
  /// - Parameter run: From 0; nil is the newest that the account bought.
  /// - Throws: as `PurchaseReceipts.receipt(_:run:of:)`.
  package init(
    of lecture: UInt256, run: UInt64?, boughtBy student: Address, at client: LectureClient
  ) async throws {
    let receipt = try await client.receipts.receipt(lecture, run: run, of: student)
    await self.init(receipt, titledBy: client, quorum: 1)
  }

  /// The receipt as a file.
  package var file: Bytes { Bytes((receipt.json.serialized(prettyIndent: 2) + "\n").utf8) }
}
