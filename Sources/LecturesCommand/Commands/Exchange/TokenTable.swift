import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Tables of tokens and of allowances.
struct TokenTable: Sendable {
  let language: Language
  /// Whether the holdings of an account are shown.
  var hasOwner = false

  func table(of tokens: [MarketToken]) -> Table {
    var columns: [Table.Column] = [.name(language[ExchangeLabel.symbol])]
    if hasOwner { columns.append(.number(language[ExchangeLabel.balance])) }
    columns += [
      .text(language[ExchangeLabel.name], .useful), .text(language[ExchangeLabel.source], .useful),
      .address(language[ExchangeLabel.address]),
    ]
    var table = Table(columns, placeholder: language[ExchangeText.noTokens])
    for known in tokens {
      var cells = [StyledText(known.token.shown, .strong)]
      if hasOwner { cells.append(StyledText(known.balance.map(number) ?? "?")) }
      cells += [
        StyledText(known.token.name), StyledText(language[TokenSourceText(known.token.source)]),
        StyledText(known.token.address.checksummed),
      ]
      table.add(cells: cells)
    }
    return table
  }

  /// - Parameter names: The spenders as a person knows them.
  func table(of approvals: [TokenApproval], _ names: [Address: StyledText]) -> Table {
    var table = Table(
      .name(language[ExchangeLabel.symbol]), .number(language[ExchangeLabel.allowance], .important),
      .text(language[ExchangeLabel.exchange], .useful), .text(language[ExchangeLabel.spender], .important),
      placeholder: language[ExchangeTokenText.noApprovals])
    for approval in approvals {
      table.add(
        StyledText(approval.token.shown, .strong), StyledText(approval.amount.map(number) ?? "?"),
        StyledText(approval.spender.version?.rawValue ?? ""), names[approval.spender.address] ?? "")
    }
    return table
  }

  private func number(_ amount: TokenAmount) -> String {
    amount.units == .max ? "∞" : language.decimal(amount.token.unit.text(amount.units))
  }
}

extension MarketToken {
  /// The token in the output of `--json`.
  var json: JSON {
    var approvals: JSONObject = [:]
    for (version, amount) in allowances { approvals[version.rawValue] = amount.json }
    return [
      "address": .string(token.address.checksummed), "symbol": .string(token.symbol), "label": .string(token.label),
      "name": .string(token.name), "decimals": .integer(token.decimals),
      "source": .string(TokenSourceText(token.source).word), "trusted": .bool(token.isVouchedFor),
      "conflicts": .array(conflicts.map { .string($0.address.checksummed) }), "balance": balance?.json ?? .null,
      "approvals": .object(approvals),
    ]
  }
}

extension TokenApproval {
  /// The allowance in the output of `--json`.
  var json: JSON {
    [
      "token": .string(token.address.checksummed), "spender": .string(spender.address.checksummed),
      "protocol": .text(spender.version?.rawValue), "amount": amount?.json ?? .null,
    ]
  }
}

extension RefusedClaim {
  /// The claim in the output of `--json`.
  var json: JSON {
    let (word, told): (String, Int?) =
      switch reason {
      case .decimals(let told): ("decimals", told)
      case .noCode: ("noCode", nil)
      }
    return [
      "address": .string(claim.address.checksummed), "symbol": .string(claim.symbol),
      "source": .string(TokenSourceText(claim.source).word), "reason": .string(word),
      "listed": .integer(claim.decimals), "told": .integer(told),
    ]
  }
}
