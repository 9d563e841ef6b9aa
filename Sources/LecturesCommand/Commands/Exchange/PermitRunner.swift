import ContractClient
import Exchange
import Keys
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Lets an exchange move tokens by a signature of their owner: asks, has it signed, and sends it from the owner's account
/// or another one.
struct PermitRunner: Sendable {
  let context: CommandContext
  let market: ExchangeMarket
  let place: Connection
  let version: OrderVersion

  private var language: Language { context.language }

  /// Brings an allowance about where it does not suffice.
  func run(
    _ wanted: TokenAmount, for spender: Address, of owner: ActingAccount, sentBy sender: ActingAccount
  ) async throws -> Report {
    let before = try await context.progress(language[ExchangeText.readingTokens]) { _ in
      try await market.allowance(of: owner.address, for: spender, in: wanted.token)
    }
    guard before.units < wanted.units else { return report(before, before, spender, nil, nil) }
    let permit = try await market.calls.permit(
      of: wanted.token.address, amount: wanted.units, for: version, by: owner.address)
    if context.isDryRun { return await trial(before, wanted, permit, of: owner, sentBy: sender) }
    var sender = sender
    var sent: Report?
    do {
      sent = try await context.runner.carryOut(
        nil, by: sender, at: place,
        details: [language[PermitLabel.owner]: await context.names.text(of: owner.address)]
      ) { planner in
        try await PermitSubmission(permit, of: wanted, at: market).plan(by: planner) {
          let keys = try await keys(of: owner, permit, wanted, sender)
          if sender.address == owner.address { sender = sender.unlocked(keys) }
          guard let key = keys.ownKey else { throw CommandFailure(.usage, PermitRefusal.noOwnKey(owner.address)) }
          return try await market.calls.permit(permit, signedBy: key, sentBy: sender.address)
        }
      } report: { receipt in
        Report(["transaction": receipt.json(on: place.network)]) { receipt.fields(on: place.network, in: language) }
      }
    } catch let error where Self.mayBeBeaten(error) {
      // Anybody may have brought it there, or another of the owner's: what counts is whether the allowance is there.
      do { try await market.calls.requireInForce(permit) } catch is ExchangeError { throw error }
      context.note(language[PermitText.sentByAnother])
    }
    try await market.calls.requireInForce(permit)
    let after = try await market.allowance(of: owner.address, for: spender, in: wanted.token)
    return report(before, after, spender, permit, sent)
  }

  /// The owner's keys, once the owner has agreed to sign.
  private func keys(
    of owner: ActingAccount, _ permit: ExchangePermit, _ wanted: TokenAmount, _ sender: ActingAccount
  ) async throws -> Keyring {
    let fields = await fields(of: permit, wanted, owner, sender)
    return try await context.accounts.keys(of: owner) {
      try await context.prompts.confirm(language[PermitText.question(wanted.text(in: language))], fields)
    }
  }

  /// The terms that a person agrees to.
  private func fields(
    of permit: ExchangePermit, _ wanted: TokenAmount, _ owner: ActingAccount, _ sender: ActingAccount
  ) async -> Fields {
    let terms = permit.permit
    return [
      language[ExchangeLabel.address]: StyledText(wanted.token.address.checksummed),
      language[ExchangeLabel.spender]: await context.names.text(of: terms.spender),
      language[PermitLabel.owner]: await context.names.text(of: owner.address),
      language[PermitLabel.sender]: await context.names.text(of: sender.address),
      language[PermitLabel.until]: StyledText(LocalTime.text(UInt64(clamping: terms.deadline), in: language)),
    ]
  }

  /// The report of an allowance that is not signed: the token takes permits, by its own answers, and this one is due.
  private func trial(
    _ before: TokenAmount, _ wanted: TokenAmount, _ permit: ExchangePermit, of owner: ActingAccount,
    sentBy sender: ActingAccount
  ) async -> Report {
    let fields = await fields(of: permit, wanted, owner, sender)
    let planned = report(before, before, permit.permit.spender, permit, nil)
    return Report(planned.result) {
      language[PermitText.trial(wanted.text(in: language))]
      fields
    }
  }

  /// Whether it fails as it would if the permit was used meanwhile.
  private static func mayBeBeaten(_ error: any Error) -> Bool {
    if let error = error as? ExchangeError { return error.code == .allowance }
    guard let error = error as? ContractError else { return false }
    return error.code == .reverted || error.code == .failedOnChain
  }

  private func report(
    _ before: TokenAmount, _ after: TokenAmount, _ spender: Address, _ permit: ExchangePermit?, _ sent: Report?
  ) -> Report {
    let transaction = sent?.result["transaction"]
    let blocks = sent?.blocks ?? []
    return Report([
      "token": .string(after.token.address.checksummed), "protocol": .string(version.rawValue),
      "spender": .string(spender.checksummed), "before": before.json, "after": after.json,
      "steps": .array(transaction.map { [["amount": after.json, "transaction": $0]] } ?? []),
      "transaction": transaction ?? .null,
      "permit": permit.map { permit in
        [
          "owner": .string(permit.permit.owner.checksummed), "nonce": .string(permit.permit.nonce.description),
          "deadline": .string(permit.permit.deadline.description),
        ]
      } ?? .null,
    ]) {
      ApprovalText.outcome(after, sent: permit != nil, in: language)
      blocks
    }
  }
}
