import Localization
import Operations
import Primitives
import Sending
import Terminal
import Testing

@testable import LecturesCommand
@testable import WebApp

@Suite("The program's words for its pages")
struct PageTextTests {
  private func settings(_ network: String, contract: String) throws -> Settings {
    var given = GivenSettings(profile: nil, path: nil, naming: { $0.name })
    given.values = [.network: [network], .contract: [contract]]
    return try Settings(given, environment: [:])
  }

  @Test("are made with the settings that the pages have at the time, not with those of the start")
  func following() throws {
    let (one, other) = (String(repeating: "01", count: 20), String(repeating: "02", count: 20))
    let context = try CommandContext.ofPages(try settings("local", contract: "0x\(one)"))
    let texts = PageTexts.following(context, isPublic: true)
    let later = try #require(texts(try settings("kairos", contract: "0x\(other)")) as? PageTexts)
    #expect(later.isPublic)
    #expect(try later.context.settings.contract() == Address("0x\(other)"))
    #expect(later.context.nodes.settings.networkName == "kairos")
    #expect(later.context.names.settings.networkName == "kairos")
    for language in Language.allCases {
      #expect(later.weakness(.digits, in: language) == language[PasswordText.weak(.digits)].plain)
    }
  }

  @Test("name what a text hides as pages do, where the terminal has escapes")
  func hidden() async throws {
    let contract = "0x" + String(repeating: "01", count: 20)
    let texts = PageTexts(context: try .ofPages(try settings("local", contract: contract)))
    let error = CommandFailure(.usage, "There is no \(PlainText.escaped("\u{202E}gnp\u{1B}")).")
    #expect(texts.failure(error, in: .english).message == "There is no ⟨U+202E⟩gnp⟨U+001B⟩.")
    #expect(UntrustedText.fromTerminal(#"open("\u{e0067}", "\u{zz}")"#) == #"open("⟨U+E0067⟩", "\u{zz}")"#)
    let home = try await MarketHome()
    let title = "safe\u{202E}gnp.exe"
    let made = await home.run(["create", "--price", "10", "--title", title, "--from", "teacher", "--yes"])
    #expect(made.status == .success, "\(made.errors)")
    // The terminal keeps its own.
    let asked = await home.run("purchase 0 --price 10 --from student", answers: ["n"])
    #expect(asked.questions.first?.contains(#"safe\u{202e}gnp.exe"#) == true, "\(asked.questions)")
    let pages = try await HomePages(home.environment, account: "student")
    let review = try await pages.review(of: "/lectures/0/buy")
    #expect(review.shows("safe⟨U+202E⟩gnp.exe") && !review.description.contains(#"\u{"#), "\(review)")
  }

  @Test("call a call of the lecture contract what it does, and any other what it is")
  func labels() throws {
    let (contract, other) = (Address.zero, try Address("0x0707070707070707070707070707070707070707"))
    let call = LectureCallText("purchaseLecture(7)", to: contract, at: contract)
    #expect(call.map { Language.korean[$0] } == "7번 강의 구매")
    #expect(LectureCallText("purchaseLecture(7)", to: other, at: contract) == nil)
    #expect(LectureCallText("approve(7)", to: contract, at: contract) == nil)
  }

  @Test("say that nothing was sent as pages say it, so that it is said once", arguments: Language.allCases)
  func nothingSent(language: Language) throws {
    let error = SendingError(
      .notEnoughForValue, "m", facts: .shortage(needed: .klay(2), held: .klay(1), .klay))
    let reason = CommandFailure(error).words(in: language).reason ?? ""
    let said = language[LayoutText.nothingSent].dropLast()
    #expect(language == .english ? !reason.contains(said) : reason.contains(said))
  }
}
