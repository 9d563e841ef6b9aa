import Alerts
import ContractClient
import FeePayer
import GasPrices
import Operations
import Primitives
import Testing
import WalletBook

@testable import Keystores
@testable import LecturesCommand
@testable import Transactions

@Suite("What to do after a failure of a library")
struct LibraryAdviceTests {
  private static let account = Address(truncating: 9)
  private static let gas = GasSubject.topic

  /// A failure as a library tells it, and the words on the command line.
  struct Row: Sendable, CustomTestStringConvertible {
    let error: any CommandFailureConvertible
    let words: String?

    init(_ error: any CommandFailureConvertible, _ words: String?) {
      self.error = error
      self.words = words
    }

    var testDescription: String { "\(error.commandFailure.code.name): \(words ?? "none")" }
  }

  private static let contracts: [Row] = [
    Row(ContractError.noContract(at: account), "Check --contract and --network."),
    Row(ContractError(.noContract, "No.", facts: .token(account)), "Check the token's address and --network."),
    Row(ContractError(.unexpectedAnswer, "No.", facts: .token(account)), "Check the token's address and --network."),
    Row(
      ContractError(.unexpectedAnswer, "No.", facts: .contract(account)),
      "Is --contract the right address, on the right network?"),
    Row(
      ContractError(.logsUnavailable, "No.", facts: .block(7)),
      "Use an archive node, or begin later with --from-block."),
    Row(ContractError(.reverted, "No.", advice: "Nothing is spent."), "Nothing is spent."),
  ]

  private static let feePayer: [Row] = [
    Row(FeePayerError(.rules, "No."), "The format: lectures fee-payer rules --help"),
    Row(FeePayerError(.wrongChain, "No."), "Choose the right --network, or mend \"chainId\" in the rules."),
    Row(FeePayerError(.otherJournal, "No."), "Give another file with --journal."),
    Row(
      FeePayerError(.otherRules, "No."),
      "Give it the rules of the instances that run, or end these before the first one with new rules starts. One that was killed counts for 15 seconds more."
    ),
    Row(
      FeePayerError(.cannotListen, "No."), "End what listens there, or choose another --port; 0 takes any free one."),
    Row(FeePayerError(.journalFailed, "No."), nil),
  ]

  private static let others: [Row] = [
    Row(AlertsError(.invalidAlert, "No.", about: gas, facts: .threshold), "As in: --below 25"),
    Row(AlertsError(.invalidAlert, "No.", about: gas), nil),
    Row(AlertsError(.unknownAlert, "No.", about: gas), "Those there are: lectures gas alert list"),
    Row(AlertsError(.watchedAlready, "No.", about: gas), "See how it does: lectures gas daemon --status"),
    Row(AlertsError(.unknownAlert, "No."), nil),
    Row(
      KeystoreError(.addressMismatch, "No.", facts: .otherAccount(asked: account)),
      "Leave --address away to add it as the account that it says, or give the file of \(account)."),
    Row(KeystoreError(.addressMismatch, "No."), nil),
    Row(
      TransactionError(.missingFeePayer, "No.", about: "feePayerSignatures"),
      "Hand it to the fee payer: lectures tx sign-as-fee-payer RAW"),
    Row(TransactionError(.missingFeePayer, "No.", about: "feePayer"), nil),
    Row(WalletBookError(.notFound, "No."), "Those there are: lectures contact list"),
    Row(WalletBookError(.notFound, "No.", advice: "Did you mean bob?"), "Did you mean bob?"),
  ]

  private static let settings: [Row] = [
    Row(SettingsError(.noPlace, "No."), "Name a file with --config FILE."),
    Row(SettingsError(.noPlace, "No.", facts: .variable("XDG_DATA_HOME")), "Set XDG_DATA_HOME to a folder."),
    Row(SettingsError(.unwritable, "No."), "Name another one with --config FILE or LECTURES_CONFIG."),
    Row(
      SettingsError(.unreadable, "No.", facts: .file("/a", line: nil), cause: KeystoreError(.notFound, "No.")),
      "Name an existing file with --config, or leave it away."),
    Row(SettingsError(.unreadable, "No.", cause: KeystoreError(.notFound, "No.")), nil),
    Row(SettingsError(.unusable, "No.", facts: .setting(.account)), "Mend it there, or give --from."),
    Row(SettingsError(.misused, "No."), nil),
    Row(
      SettingsError(.unknownProfile, "No.", facts: .profile("a", isNamedThere: false)),
      "Make it: lectures network use NAME --profile a"),
    Row(
      SettingsError(.wrongChain, "No.", facts: .chains(expected: 1, told: 8217, known: "kaia")),
      "Choose the network --network kaia, or another endpoint."),
    Row(
      SettingsError(.wrongChain, "No.", facts: .chains(expected: nil, told: 8217, known: "kaia")),
      "If that is what you want, say so: --network kaia."),
    Row(
      SettingsError(.wrongChain, "No.", facts: .chains(expected: 5, told: 6, known: nil)),
      "Check --endpoint, or name the chain with --chain-id."),
    Row(SettingsError(.noChainID, "No."), "Add --chain-id N; the node tells it as eth_chainId."),
    Row(SettingsError(.badChange, "No.", cause: KeystoreError(.notFound, "No.", advice: "Look.")), nil),
  ]

  @Test("is told in the words of the command line", arguments: contracts + feePayer + others + settings)
  func words(row: Row) { #expect(row.error.commandFailure.advice == row.words) }

  @Test("An error of an alert has the code and the status that it had before alerts were a target of their own")
  func alertCodes() {
    for (code, name, status) in [
      (.invalidAlert, "gas.invalidAlert", .usage), (.unknownAlert, "gas.unknownAlert", .usage),
      (.watchedAlready, "gas.watchedAlready", .failure), (.bookFailed, "gas.bookFailed", .failure),
    ] as [(AlertsError.Code, String, LecturesCommand.ExitStatus)] {
      let failure = AlertsError(code, "No.", about: Self.gas).commandFailure
      #expect(failure.code.name == name && failure.code.status == status)
    }
  }
}
