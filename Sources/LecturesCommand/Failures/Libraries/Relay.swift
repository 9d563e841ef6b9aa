import Listening
import Relay

extension RelayErrors: CommandFailureDomain {
  static let subject = "relay"

  static func status(of error: RelayError) -> ExitStatus {
    switch error.code {
    case .rules: .settings
    case .invalidProxy: .usage
    case .wrongChain, .otherExchanges: .wrongChain
    default: .failure
    }
  }

  static func nextStep(after error: RelayError) -> String? {
    switch error.code {
    case .rules: "The format: lectures relay rules --help"
    case .invalidProxy: "--trusted-proxy takes an address such as 10.0.0.1, or a range such as 10.0.0.0/8."
    case .wrongChain: "Choose the right --network, or mend \"chainId\" in the rules."
    case .cannotListen: (ListenFailureText(reason: error.reason) ?? ListenFailureText(.portInUse)).advice
    default: nil
    }
  }

  static func korean(_ error: RelayError) -> FailureWords? {
    error.code == .cannotListen ? ListenFailureText(reason: error.reason)?.korean : nil
  }

  static func ukrainian(_ error: RelayError) -> FailureWords? {
    error.code == .cannotListen ? ListenFailureText(reason: error.reason)?.ukrainian : nil
  }
}
