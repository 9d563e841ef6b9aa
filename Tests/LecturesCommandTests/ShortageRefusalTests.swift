import Exchange
import Localization
import Operations
import Orders
import Primitives
import Testing

@testable import LecturesCommand
@testable import Tokens

@Suite("Deals that lack tokens or an allowance") struct ShortageRefusalTests {
  private static let amounts: (there: TokenAmount, needed: TokenAmount) = {
    let token = DirectoryToken(
      address: Address(truncating: 7), symbol: "WKLAY", name: "Wrapped KLAY", label: "WKLAY", decimals: 18,
      source: .contract, isConfirmed: true)
    let tenth = UInt256(100_000_000_000_000_000)
    return (TokenAmount(0, of: token), TokenAmount(tenth * 15, of: token))
  }()

  @Test("the token, what is allowed, what is needed and the command are told", arguments: Language.allCases)
  func allowance(language: Language) {
    let failure = CommandFailure(
      .init("exchange.allowance", .insufficientFunds),
      ShortageRefusal.allowance(Self.amounts.there, needed: Self.amounts.needed, of: nil))
    let words = failure.words(in: language)
    #expect(words.message.contains("WKLAY"))
    #expect(words.reason?.contains(language.decimal("1.5")) == true && words.reason?.contains("0 WKLAY") == true)
    #expect(words.advice?.contains("lectures exchange approve WKLAY 1.5") == true)
    #expect(words.advice?.contains("--protocol") == false)
    #expect(ForeignWords.of(words.message, besides: ["WKLAY"]) == [] || language == .english)
  }

  @Test("an account that holds too little is told what it lacks, to the last digit", arguments: Language.allCases)
  func balance(language: Language) {
    let there = TokenAmount(Self.amounts.needed.units - 1, of: Self.amounts.needed.token)
    let words = CommandFailure(
      .init("exchange.balance", .insufficientFunds), ShortageRefusal.balance(there, needed: Self.amounts.needed)
    ).words(in: language)
    for amount in ["0.000000000000000001 WKLAY", "1.499999999999999999 WKLAY", "1.5 WKLAY"] {
      #expect(words.reason?.contains(language.decimal(amount)) == true, "\(words)")
    }
  }

  @Test("the version is named where another would be let")
  func version() {
    let words = ShortageRefusal.allowance(Self.amounts.there, needed: Self.amounts.needed, of: .v1).english
    #expect(words.advice?.hasSuffix("approve WKLAY 1.5 --protocol v1") == true)
  }
}
