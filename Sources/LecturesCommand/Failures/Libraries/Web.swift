import Localization
import WebApp

extension WebErrors: CommandFailureDomain {
  static let subject = "web"

  // A socket on the disk has no port: its reasons are others.
  static func nextStep(after error: WebError) -> String? { ListenFailureText(reason: error.reason)?.advice }

  static func korean(_ error: WebError) -> FailureWords? { ListenFailureText(reason: error.reason)?.korean }

  static func ukrainian(_ error: WebError) -> FailureWords? { ListenFailureText(reason: error.reason)?.ukrainian }
}
