import Markup
import Operations
import Primitives
import StrictJSON

/// The part of a page that the script of wallets fills: it finds there all that it asks a wallet for, and its words.
struct WalletPart: Sendable {
  let visit: Visit

  /// The place for the wallets of a browser, to sign in with one.
  ///
  /// - Parameter next: The page to go on to.
  func signIn(next: Link) -> [Element.Node] {
    part("wallets", ["data-next": next.text], WalletScriptText.signingIn)
  }

  /// The place from which a wallet is asked for a transaction.
  func asking(_ proposal: WalletProposal, on network: Network, endpoint: String?, isFree: Bool) -> [Element.Node] {
    let terms = proposal.terms
    return part(
      "wallet",
      [
        "data-chain": proposal.chainID.quantity, "data-from": proposal.account.checksummed,
        "data-to": terms.contract.checksummed, "data-value": terms.value.wei.quantity,
        "data-data": terms.data.hex, "data-gas": UInt256(terms.gas).quantity,
        "data-fee": isFree ? "platform" : "own", "data-proposal": proposal.id, "data-network": network.name,
        "data-rpc": endpoint ?? "", "data-symbol": network.unit.symbol,
      ], WalletScriptText.allCases)
  }

  /// The place from which a wallet is asked to sign typed data (EIP-712), such as a limit order.
  func signing(
    _ typedData: JSON, of proposal: WalletProposal, on network: Network, endpoint: String?
  ) -> [Element.Node] {
    part(
      "wallet",
      [
        "data-chain": proposal.chainID.quantity, "data-from": proposal.account.checksummed,
        "data-typed": typedData.serialized(), "data-fee": "own", "data-proposal": proposal.id,
        "data-network": network.name, "data-rpc": endpoint ?? "", "data-symbol": network.unit.symbol,
      ], WalletScriptText.allCases)
  }

  private func part(_ id: String, _ attributes: Attributes, _ said: [WalletScriptText]) -> [Element.Node] {
    let words = said.reduce([:] as Attributes) { $0 + [$1.attribute: visit.text($1)] }
    let place = ["id": id, "data-guard": visit.session.formGuard.token()] + attributes + words
    // The script takes the note away.
    return [
      .element(
        Element("div", place) {
          Element("p", ["class": "note warning", "data-without-script": ""]) { visit.text(SignInText.needsScript) }
        })
    ]
  }
}
