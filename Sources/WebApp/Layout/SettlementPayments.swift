import LectureKit
import Localization
import Markup
import Operations
import Primitives

/// The payments of settlements that are through, as the contract told them in its events.
struct SettlementPayments: Sendable {
  let settlements: [Settlement]
  let network: Network
  let visit: Visit

  var content: [Element.Node] {
    var nodes = settlements.flatMap { paid -> [Element.Node] in
      let line = OwnerPageText.paid(paid.lectureNumber, teacher: text(paid.teacherShare), owner: text(paid.ownerShare))
      let isDelivered = paid.teacherPaid && paid.ownerPaid
      return [.element(.paragraph(visit.text(line)))]
        + (isDelivered ? [] : [.element(.note(visit.text(MinePageText.credited), .warning))])
    }
    if settlements.count > 1, let teachers = sum(\.teacherShare), let owner = sum(\.ownerShare) {
      nodes.append(
        .element(.paragraph(visit.text(OwnerPageText.paidTogether(teachers: text(teachers), owner: text(owner))))))
    }
    return nodes
  }

  private func sum(_ share: (Settlement) -> Amount) -> Amount? {
    try? settlements.reduce(Amount.zero) { try $0.adding(share($1)) }
  }

  private func text(_ amount: Amount) -> String { visit.language.decimal(network.text(amount)) }
}
