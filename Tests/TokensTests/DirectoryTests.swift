import Primitives
import Testing

@testable import Tokens

/// Claims of tokens by short numbers as addresses.
private func claim(
  _ number: UInt256, _ symbol: String, _ source: TokenSource, name: String = "", decimals: Int? = 18
) -> TokenClaim {
  TokenClaim(
    address: Address(truncating: number), symbol: symbol, name: name, decimals: decimals, source: source)
}

private let list = TokenSource.list(order: 0, name: "First")
private let later = TokenSource.list(order: 1, name: "Second")

extension TokenDirectory {
  fileprivate init(_ claims: [TokenClaim], quotes: [Address] = []) throws(TokenError) {
    try self.init(chainID: 8217, claims: claims)
  }

  /// The label of a token by its number.
  fileprivate func label(_ number: UInt256) -> String? { self[Address(truncating: number)]?.label }

  /// The number of the token that a text stands for, or the code of the error.
  fileprivate func find(_ text: String) -> String {
    do throws(TokenError) {
      return "\(UInt256(try token(text).address))"
    } catch { return error.code.description }
  }
}

@Suite("A directory of tokens")
struct DirectoryTests {
  @Test("A symbol stands for the token of the most trusted source, in the order of trust")
  func trust() throws {
    let sources = [TokenSource.hand, .network, list, later, .registry, .contract]
    for (index, source) in sources.enumerated() {
      for other in sources[(index + 1)...] {
        #expect(source < other)
        let directory = try TokenDirectory([claim(0x2222, "USDT", other), claim(0x1111, "USDT", source)])
        #expect(directory.find("USDT") == "\(0x1111)" && directory.label(0x1111) == "USDT")
        #expect(directory.label(0x2222) == "USDT#2222" && directory.find("usdt#2222") == "\(0x2222)")
        #expect(directory.tokens.map(\.source) == [source, other])
      }
    }
  }

  @Test("Of claims for one address the most trusted counts, and of one source the first")
  func sameAddress() throws {
    let directory = try TokenDirectory([
      claim(7, "LATER", later), claim(7, "FIRST", list), claim(7, "AGAIN", list), claim(7, "WORD", .contract),
    ])
    #expect(directory.tokens.map(\.symbol) == ["FIRST"] && directory.find("LATER") == "unknownToken")
  }

  @Test("A symbol of two tokens that are equally trusted is refused with both addresses")
  func ambiguous() throws {
    let directory = try TokenDirectory([claim(0x1111, "USDT", list), claim(0x2222, "USDT", list)])
    let error = failure { () throws(TokenError) in try directory.token("USDT") }
    #expect(error?.code == .ambiguousToken)
    #expect(error?.addresses == [Address(truncating: 0x1111), Address(truncating: 0x2222)])
    #expect(directory.tokens.map(\.label) == ["USDT#1111", "USDT#2222"])
    #expect(directory.find("USDT#1111") == "\(0x1111)" && directory.find("USDT#2222") == "\(0x2222)")
  }

  @Test(
    "A symbol that could be taken for another is marked, whatever letters it is made of",
    arguments: [
      "usdc", "USDС", "ＵＳＤＣ", "U5DC", "USD-C", "USD_C", "U\u{301}SDC", "USDC\u{200b}", "USD\u{202e}C", "ꓴSDC",
    ])
  func confusable(symbol: String) throws {
    let directory = try TokenDirectory([claim(0x1111, "USDC", list), claim(0xabcd4432, symbol, .contract)])
    #expect(directory.find("USDC") == "\(0x1111)" && directory.label(0x1111) == "USDC")
    guard symbol != "ꓴSDC" else {
      // A letter of Lisu, which is not among those that are looked at.
      #expect(directory.label(0xabcd4432) == symbol)
      return
    }
    #expect(directory.label(0xabcd4432)?.hasSuffix("#4432") == true)
    #expect(directory.find(try #require(directory.label(0xabcd4432))) == "\(UInt256(0xabcd4432))")
  }

  @Test("Capitals of other scripts count as those that they look like", arguments: ["EΤΗX", "ЕТНХ", "ᎬᎢᎻX"])
  func capitals(symbol: String) throws {
    let directory = try TokenDirectory([claim(1, "ETHX", list), claim(0x2222, symbol, .contract)])
    #expect(directory.label(1) == "ETHX" && directory.label(0x2222) == "\(symbol)#2222")
    #expect(directory.find("ETHX") == "1" && directory.find(symbol) == "ambiguousToken")
  }

  @Test("A text that only looks like a symbol finds nothing, and says what it looks like")
  func lookAlike() throws {
    let directory = try TokenDirectory([claim(0x1111, "USDС", list)])
    let error = failure { () throws(TokenError) in try directory.token("USDC") }
    #expect(error?.code == .unknownToken && error?.facts == .names(["USDС"]))
    #expect(directory.find("USDС") == "\(0x1111)")
  }

  @Test("A symbol that is trusted less than one that looks like it stands for neither")
  func lessTrusted() throws {
    let directory = try TokenDirectory([claim(0x1111, "USDС", .hand), claim(0x2222, "USDC", list)])
    #expect(directory.find("USDC") == "ambiguousToken" && directory.find("USDС") == "\(0x1111)")
    #expect(directory.label(0x2222) == "USDC#2222" && directory.find("USDC#2222") == "\(0x2222)")
  }

  @Test("Addresses that end alike take as many digits as tell them apart")
  func endings() throws {
    let directory = try TokenDirectory([
      claim(0x1111, "A", list), claim(0xaaaa_bbbb_4432, "A", later), claim(0xcccc_bbbb_4432, "A", later),
    ])
    #expect(
      directory.label(0xaaaa_bbbb_4432) == "A#aaaabbbb4432" && directory.label(0xcccc_bbbb_4432) == "A#ccccbbbb4432")
    #expect(directory.find("A#4432") == "ambiguousToken" && directory.find("A#ccccbbbb4432") == "\(0xcccc_bbbb_4432)")
    #expect(directory.find("A#9999") == "unknownToken" && directory.find("A#443") == "unknownToken")
    #expect(directory.find("A#x432") == "unknownToken" && directory.find("A#") == "unknownToken")
  }

  @Test("A token is found by its name as well; a name is no way to another's symbol")
  func names() throws {
    let directory = try TokenDirectory([
      claim(1, "USDT", list, name: "Tether USD"), claim(2, "XX", list, name: "USDT"),
      claim(0x3333, "TetherUSD", .contract), claim(0x4444, "FAKE", .contract, name: "Tether USD"),
    ])
    #expect(directory.find("Tether USD") == "1" && directory.find("tether usd") == "1" && directory.find("USDT") == "1")
    #expect(directory.label(0x3333) == "TetherUSD#3333" && directory.find("TetherUSD#3333") == "\(0x3333)")
    #expect(directory.label(0x4444) == "FAKE" && directory.label(1) == "USDT")
    let two = try TokenDirectory([claim(1, "A", list, name: "Coin"), claim(2, "B", list, name: "Coin")])
    #expect(two.find("Coin") == "ambiguousToken" && two.find("A") == "1")
  }

  @Test("An address is found whatever its token is called, and a mistyped one is not")
  func addresses() throws {
    let address = try Address("0x6B175474E89094C44Da98b954EedeAC495271d0F")
    let directory = try TokenDirectory([
      TokenClaim(address: address, symbol: "DAI", name: "", decimals: 18, source: list)
    ])
    #expect(try directory.token(address.checksummed).address == address)
    #expect(try directory.token(address.lowercaseHex).label == "DAI")
    #expect(directory.find("0x6b175474E89094C44Da98b954EedeAC495271d0F") == "unknownToken")
    #expect(directory.find(Address.zero.lowercaseHex) == "unknownToken")
  }

  @Test("The chain's own coin is no token, and neither is a symbol that reads as a label of another")
  func reserved() throws {
    let directory = try TokenDirectory([
      claim(0x1111, "KAIA", .hand, name: "Kaia"), claim(0x2222, "USDT#3333", .contract), claim(0x3333, "USDT", later),
      claim(0x4444, "USDT", list), claim(0x5555, "", list), claim(0x6666, "WKAIA", list),
    ])
    #expect(directory.find("KAIA") == "unknownToken" && directory.find("kaia") == "unknownToken")
    #expect(directory.label(0x1111) == "KAIA#1111" && directory.find("KAIA#1111") == "\(0x1111)")
    #expect(directory.find("USDT#3333") == "\(0x3333)" && directory.label(0x2222) == "USDT#3333#2222")
    #expect(directory.find("USDT#3333#2222") == "\(0x2222)")
    #expect(directory.label(0x5555) == "#5555" && directory.find("#5555") == "\(0x5555)")
    #expect(directory.find("") == "unknownToken" && directory.find("WKAIA") == "\(0x6666)")
  }

  @Test("Each label finds its token, however many look alike")
  func labels() throws {
    var claims: [TokenClaim] = []
    let symbols = ["l", "I", "1", "|", "Ι", "ӏ", "i", "L"]
    for number in 1...400 {
      let address = Address(truncating: UInt256(number) &* 0x9e37_79b9_7f4a_7c15 &* 0x9e37_79b9_7f4a_7c15)
      let symbol = symbols[number % symbols.count] + symbols[number / 8 % symbols.count]
      let source = [list, later, .contract, .registry][number % 4]
      claims.append(TokenClaim(address: address, symbol: symbol, name: symbol, decimals: 6, source: source))
    }
    let directory = try TokenDirectory(claims)
    #expect(Set(directory.tokens.map(\.label)).count == 400)
    for token in directory.tokens { #expect(try directory.token(token.label) == token) }
  }

  @Test("The contract's own word is marked")
  func marks() throws {
    let directory = try TokenDirectory([claim(1, "ABC", .contract), claim(2, "DEF", .registry)])
    #expect(directory[Address(truncating: 1)]?.shown == "ABC?" && directory[Address(truncating: 2)]?.shown == "DEF")
    #expect(directory[Address(truncating: 1)]?.isVouchedFor == false)
    #expect(directory.find("ABC?") == "1" && directory.find("ABC") == "1" && directory.find("DEF?") == "unknownToken")
    let two = try TokenDirectory([claim(0x1111, "ABC", .contract), claim(0x2222, "ABC?", .contract)])
    #expect(two.find("ABC?") == "\(0x1111)" && two.label(0x2222) == "ABC?#2222")
    #expect(two.find("ABC?#2222") == "\(0x2222)" && two.find("ABC?#2222?") == "\(0x2222)")
  }
}

@Suite("Decimals of a directory")
struct DirectoryDecimalsTests {
  private func told(_ number: UInt256, _ decimals: TokenMetadata.Decimals, symbol: String = "WORD") -> [Address:
    TokenMetadata]
  {
    let address = Address(truncating: number)
    return [address: TokenMetadata(address: address, symbol: symbol, name: nil, decimals: decimals)]
  }

  @Test("A list that says other decimals than the contract is refused for that token, and the next source counts")
  func refused() throws {
    let claims = [claim(1, "LIE", list, decimals: 6), claim(1, "TRUE", later, decimals: 18), claim(2, "OTHER", list)]
    let directory = try TokenDirectory(chainID: 1, claims: claims, metadata: told(1, .known(18)))
    #expect(directory.refused == [RefusedClaim(claims[0], .decimals(told: 18))] && directory.label(1) == "TRUE")
    let token = try directory.token("TRUE")
    #expect(token.decimals == 18 && token.isConfirmed && token.source == later)
    #expect(try !directory.token("OTHER").isConfirmed)
    let alone = try TokenDirectory(chainID: 1, claims: [claims[0]], metadata: told(1, .known(18)))
    #expect(alone.label(1) == "WORD" && alone.tokens.first?.shown == "WORD?" && alone.tokens.first?.decimals == 18)
    let denied = #expect(throws: TokenError.self) { try alone.token("LIE") }
    #expect(denied?.facts == .decimals(Address(truncating: 1), known: 6, told: 18))
    let none = try TokenDirectory(chainID: 1, claims: [claims[0]], metadata: told(1, .none))
    #expect(none.tokens.first?.decimals == nil && none.tokens.first?.source == .contract)
    let most = try TokenDirectory(chainID: 1, claims: [claim(1, "T", list, decimals: 78)])
    #expect(most.tokens.first?.decimals == nil)
    let impossible = try TokenDirectory(
      chainID: 1, claims: [claim(1, "T", list, decimals: 255)], metadata: told(1, .impossible(255)))
    #expect(impossible.tokens.isEmpty && impossible.refused.count == 1)
    // Nobody but the contract has a word of it.
    let untold = try TokenDirectory(chainID: 1, claims: [], metadata: told(1, .impossible(255)))
    let refusal = #expect(throws: TokenError.self) { try untold.token(Address(truncating: 1).checksummed) }
    #expect(refusal?.code == .unknownToken && refusal?.reason?.contains("more decimals") == true)
  }

  @Test("A claim where there is no contract makes no token, whoever says so, and the reason is told by its symbol")
  func noCode() throws {
    let claims = [claim(1, "GONE", .hand), claim(2, "HERE", list)]
    let directory = try TokenDirectory(chainID: 1, claims: claims, empty: [Address(truncating: 1)])
    #expect(directory.tokens.map(\.symbol) == ["HERE"] && directory.refused == [RefusedClaim(claims[0], .noCode)])
    let error = failure { () throws(TokenError) in try directory.token("gone") }
    #expect(error?.code == .unknownToken && error?.reason?.contains("no contract") == true)
    let lie = try TokenDirectory(
      chainID: 1, claims: [claim(1, "LIE", list, decimals: 6)], metadata: told(1, .known(18)))
    let other = failure { () throws(TokenError) in try lie.token("LIE") }
    #expect(other?.reason?.contains("6 decimals") == true && other?.reason?.contains("tells 18") == true)
  }

  @Test("Decimals that are others than they were stop everything")
  func changed() throws {
    let address = Address(truncating: 1)
    let cases: [(TokenMetadata.Decimals, Int?, Bool)] = [
      (.known(18), 18, false), (.known(6), 18, true), (.none, nil, false), (.none, 18, true), (.known(18), nil, true),
      (.impossible(300), nil, true), (.impossible(300), 18, true),
    ]
    for (decimals, known, isChanged) in cases {
      let error = failure { () throws(TokenError) in
        try TokenDirectory(chainID: 1, claims: [], metadata: told(1, decimals), known: [address: known])
      }
      #expect(error?.code == (isChanged ? .decimalsChanged : nil), "\(decimals) \(String(describing: known))")
      let byHand = failure { () throws(TokenError) in
        try TokenDirectory(chainID: 1, claims: [claim(1, "T", .hand, decimals: known)], metadata: told(1, decimals))
      }
      #expect(byHand?.code == (isChanged ? .decimalsChanged : nil), "\(decimals) \(String(describing: known))")
    }
    let error = failure { () throws(TokenError) in
      try TokenDirectory(chainID: 1, claims: [], metadata: told(1, .known(6)), known: [address: 18])
    }
    #expect(error?.facts == .decimals(address, known: 18, told: 6))
    let claims = [claim(1, "LIE", .hand, decimals: 6), claim(1, "TRUE", later, decimals: 18)]
    let offline = try TokenDirectory(chainID: 1, claims: claims, known: [address: 18])
    #expect(
      offline.label(1) == "TRUE" && offline.refused == [RefusedClaim(claims[0], .decimals(told: 18))]
        && offline.tokens.first?.isConfirmed == true)
    let directory = try TokenDirectory(chainID: 1, claims: [claim(1, "T", list)])
    func check(_ decimals: TokenMetadata.Decimals) -> TokenError? {
      failure { () throws(TokenError) in
        try directory.check(TokenMetadata(address: address, symbol: nil, name: nil, decimals: decimals))
      }
    }
    #expect(check(.known(18)) == nil && check(.known(17))?.code == .decimalsChanged)
    #expect(check(.none)?.code == .decimalsChanged)
  }
}

@Suite("Pairs of a directory")
struct DirectoryPairTests {
  private func directory() throws -> TokenDirectory {
    try TokenDirectory([
      claim(1, "TKA", list), claim(2, "USDT", list), claim(3, "WKAIA", list), claim(4, "A/B", list),
      claim(5, "A", list),
      claim(6, "B/TKA", list), claim(0x7777, "DUP", list), claim(0x8888, "DUP", list),
    ])
  }

  @Test("The quote is the token that the network prices in, the first of its choice; else the one that is written last")
  func quotes() throws {
    let directory = try directory()
    let quotes = [2, 3].map { Address(truncating: UInt256($0)) }
    let cases: [(String, String, Bool)] = [
      ("TKA/USDT", "TKA/USDT", false), ("USDT/TKA", "TKA/USDT", true), ("USDT/WKAIA", "WKAIA/USDT", true),
      ("WKAIA/USDT", "WKAIA/USDT", false), ("wkaia/tka", "TKA/WKAIA", true), ("TKA/A", "TKA/A", false),
      ("A/TKA", "A/TKA", false), ("A/B/USDT", "A/B/USDT", false),
      ("\(Address(truncating: 2))/DUP#7777", "DUP#7777/USDT", true),
    ]
    for (text, shown, isTurned) in cases {
      let pair = try directory.pair(text, quotes: quotes)
      #expect(pair.description == shown && pair.isTurned == isTurned, "\(text)")
    }
  }

  @Test("Text that is no pair, or more than one, is refused")
  func refused() throws {
    let directory = try directory()
    let cases: [(String, TokenError.Code)] = [
      ("", .invalidPair), ("TKA", .invalidPair), ("TKA/TKA", .invalidPair), ("TKA/", .unknownToken),
      ("/TKA", .unknownToken), ("/", .unknownToken), ("TKA/NONE", .unknownToken), ("DUP/TKA", .ambiguousToken),
      ("A/B/TKA", .ambiguousToken), (String(repeating: "/", count: 9), .invalidPair), ("A/B", .unknownToken),
    ]
    for (text, code) in cases {
      #expect(failure { () throws(TokenError) in try directory.pair(text) }?.code == code, "\(text)")
    }
  }
}

@Suite("Units of tokens")
struct UnitTests {
  @Test("Amounts are read exactly, and never rounded")
  func reads() throws {
    let cases: [(String, Int?, UInt256)] = [
      ("1", 18, 1_000_000_000_000_000_000), ("0.000001", 6, 1), ("1.500000000", 1, 15), (".5", 2, 50), ("0", nil, 0),
      ("7", nil, 7), ("7.0", nil, 7), ("007", 0, 7), ("1", 77, (1...77).reduce(1) { power, _ in power * 10 }),
      ("12", 255, 12),
      ("115792089237316195423570985008687907853269984665640564039457.584007913129639935", 18, .max),
    ]
    for (text, decimals, amount) in cases {
      let unit = TokenUnit(symbol: "T", decimals: decimals)
      #expect(try unit.amount(text) == amount, "\(text)")
      #expect(try unit.amount(unit.text(amount)) == amount)
    }
    #expect(TokenUnit(symbol: "T", decimals: 6).text(1_500_000) == "1.5")
    #expect(TokenUnit(symbol: "T", decimals: nil).text(1_500_000) == "1500000")
  }

  @Test("More digits than the token has are refused with both counts")
  func tooManyDigits() {
    let cases: [(String, Int?, Int)] = [("0.0000001", 6, 7), ("1.5", nil, 1), ("1.50", 0, 1), ("0.1234567890", 8, 9)]
    for (text, decimals, given) in cases {
      let error = failure { () throws(TokenError) in try TokenUnit(symbol: "T", decimals: decimals).amount(text) }
      #expect(
        error?.code == .tooManyDigits && error?.facts == .digits(given: given, decimals: decimals ?? 0), "\(text)")
    }
  }

  @Test("Text that is no amount is refused", arguments: ["", ".", "-1", "+1", "1,5", "1e3", "0x1", "1.2.3", " 1", "١"])
  func invalid(text: String) {
    #expect(
      failure { () throws(TokenError) in try TokenUnit(symbol: "T", decimals: 2).amount(text) }?.code == .invalidAmount)
    let above = failure { () throws(TokenError) in
      try TokenUnit(symbol: "T", decimals: 2).amount(UInt256.max.description)
    }
    #expect(above?.code == .invalidAmount)
  }
}
