import FeePayer
import Listening

extension FeePayerErrors: CommandFailureDomain {
  static let subject = "feePayer"

  static func status(of error: FeePayerError) -> ExitStatus {
    switch error.code {
    case .rules, .otherRules, .otherJournal, .journalExchanged, .journalExposed: .settings
    case .wrongChain: .wrongChain
    default: .failure
    }
  }

  static func nextStep(after error: FeePayerError) -> String? {
    switch error.code {
    case .rules: "The format: lectures fee-payer rules --help"
    case .otherRules:
      "Give it the rules of the instances that run, or end these before the first one with new rules starts. One that was killed counts for 15 seconds more."
    case .wrongChain: "Choose the right --network, or mend \"chainId\" in the rules."
    case .otherJournal: "Give another file with --journal."
    case .cannotListen: (ListenFailureText(reason: error.reason) ?? ListenFailureText(.portInUse)).advice
    case .accountBusy: "End that one, or give this one another account."
    case .journalExchanged:
      "Give the account's own journal with --journal, or its database with --database; if that is lost, make this one the account's with --adopt-journal."
    case .journalShortened:
      "Put the newest copy in its place. Without one, go on from it with --adopt-journal: what is missing is looked for on the chain, and what is in no block yet does not count."
    case .markDamaged: "If this is the account's newest journal, say so with --adopt-journal."
    case .storeFailed:
      "See whether the database of --database is there and may be written to. Nothing is signed without it."
    case .markFailed: "Nothing is signed without it."
    case .strangerPays:
      "If you paid for them yourself (--fee-payer, tx sign-as-fee-payer), or by a journal or database that this one takes the place of, count them with --count-others. If not, move the account's money: somebody else has its key or a copy of the journal."
    case .blockMissing: "Try again, or choose another node with --endpoint."
    default: nil
    }
  }

  static func korean(_ error: FeePayerError) -> FailureWords? {
    error.code == .cannotListen ? ListenFailureText(reason: error.reason)?.korean : nil
  }

  static func ukrainian(_ error: FeePayerError) -> FailureWords? {
    error.code == .cannotListen ? ListenFailureText(reason: error.reason)?.ukrainian : nil
  }
}
