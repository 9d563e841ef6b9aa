import DevnetServer
import FeePayer
import Listening
import Localization
import NodeDoubles
import Relay
import Testing
import WebApp

@testable import LecturesCommand

@Suite("A port that cannot be listened on") struct ListenFailureTextTests {
  private static let errors: [any Error & Sendable] = [
    WebError(.cannotListen, "No.", reason: ListenFailure.portInUse.words),
    RelayError(.cannotListen, "No.", reason: ListenFailure.portInUse.words),
    FeePayerError(.cannotListen, "No.", reason: ListenFailure.portInUse.words),
    DevnetServerError(.portInUse, "No.", reason: ListenFailure.portInUse.words),
  ]

  @Test("is told alike by every service: it is taken, and what to do", arguments: errors.indices)
  func taken(_ index: Int) throws {
    let failure = CommandFailure(Self.errors[index])
    for (language, word) in [
      (Language.english, "Another program"), (.korean, "다른 프로그램"), (.ukrainian, "інша програма"),
    ] {
      let words = failure.words(in: language)
      let (reason, advice) = (words.reason ?? "", words.advice ?? "")
      #expect(reason.contains(word) && advice.contains("--port") && advice.contains("0"), "\(language): \(words)")
    }
  }

  @Test("other obstacles have other steps, and a reason that is none of them has none")
  func others() {
    #expect(ListenFailureText(reason: ListenFailure.notPermitted.words)?.advice.contains("1024") == true)
    #expect(ListenFailureText(reason: ListenFailure.unknownHost.words)?.advice.contains("--host") == true)
    #expect(ListenFailureText(reason: "/run/web.socket") == nil && ListenFailureText(reason: nil) == nil)
    #expect(CommandFailure(WebError(.cannotListen, "No.", reason: "/run/web.socket")).advice == nil)
  }

  @Test("the demonstration asks for rates where its user does, and has no other setting of theirs")
  func demo() {
    let variables = [
      "LECTURES_RATES_MIRROR": "http://127.0.0.1:9", "LECTURES_ENDPOINT": "http://127.0.0.1:8545",
      "XDG_STATE_HOME": "/x",
      "PATH": "/bin", "HOME": "/root",
    ]
    #expect(
      DemoSchool.environment(variables, home: "/home/demo") == [
        "LECTURES_RATES_MIRROR": "http://127.0.0.1:9", "PATH": "/bin", "HOME": "/home/demo",
      ])
  }
}
