import Localization
import Operations
import Testing

@testable import LecturesCommand

@Suite("What a fee payer says of its refusal")
struct DelegationWordsTests {
  @Test("is the operator's to read, and a spent budget is told with the ways out", arguments: Language.allCases)
  func words(language: Language) {
    for code in [DelegationError.Code.budgetSpent, .refused] {
      let error = DelegationError(
        code, "It does not pay.", reason: "It begins anew tomorrow.", advice: "Pay it yourself.",
        facts: .words("10 KAIA a day."))
      let words = CommandFailure(error).words(in: language)
      #expect(words.reason?.contains("KAIA") == false, "\(words)")
      #expect(code == .refused || words.advice?.isEmpty == false, "\(words)")
    }
  }

  @Test(
    "of being busy is told with the seconds, and a budget of one account is not everybody's",
    arguments: Language.allCases)
  func told(language: Language) {
    let busy = DelegationError(
      .busy, "It is busy.", advice: "Try again in 37 seconds.", facts: .busy("Too many requests.", seconds: 37))
    #expect(CommandFailure(busy).words(in: language).advice?.contains("37") == true)
    let (own, all) = (PlatformFeePayer.spent(.budget(.sender)), PlatformFeePayer.spent(.budget(.lecture)))
    #expect(CommandFailure(own).words(in: language).message != CommandFailure(all).words(in: language).message)
  }
}
