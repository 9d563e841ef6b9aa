import Localization
import Operations
import Primitives
import Terminal

extension Invitation {
  /// The network, its chain, the contract, the nodes and the site that an invitation leads to.
  func fields(in language: Language) -> Fields {
    var fields: Fields = [
      language[Label.network]: StyledText(network, .strong), language[InvitationText.chain].plain: "\(chainID)",
      language[Label.contract]: StyledText(contract.checksummed),
    ]
    fields.add(
      language[Label.endpoint],
      endpoints.isEmpty
        ? language[InvitationText.usualEndpoints] : StyledText(endpoints.joined(separator: ", ")))
    fields.add(language[InvitationText.site].plain, site.map { StyledText($0) })
    return fields
  }
}
