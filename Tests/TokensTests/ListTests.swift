import Primitives
import StrictJSON
import Testing

@testable import Tokens

/// Lists of tokens as JSON.
enum ListText {
  static let address = "0x6B175474E89094C44Da98b954EedeAC495271d0F"

  static func token(_ change: (inout JSONObject) -> Void = { _ in }) -> JSON {
    var token: JSONObject = [
      "chainId": 1, "address": .string(address), "symbol": "DAI", "name": "Dai Stablecoin", "decimals": 18,
    ]
    change(&token)
    return .object(token)
  }

  static func list(_ tokens: [JSON], _ change: (inout JSONObject) -> Void = { _ in }) -> JSON {
    var list: JSONObject = [
      "name": "A list", "timestamp": "2026-09-13T12:00:00+09:00",
      "version": ["major": 1, "minor": 2, "patch": 3], "tokens": .array(tokens),
    ]
    change(&list)
    return .object(list)
  }

  /// Tokens of distinct addresses.
  static func tokens(_ count: Int) -> [JSON] {
    (1...count).map { number in
      token {
        $0["address"] = .string(Address(truncating: UInt256(number)).lowercaseHex)
        $0["symbol"] = .string("T\(number)")
      }
    }
  }
}

/// The error that a body throws; nil if it throws none.
func failure<Value>(_ body: () throws(TokenError) -> Value) -> TokenError? {
  do throws(TokenError) {
    _ = try body()
    return nil
  } catch { return error }
}

@Suite("Lists of tokens")
struct ListTests {
  @Test("A list is read with all that it says, and unknown members are passed over")
  func reads() throws {
    let entry = ListText.token {
      $0["logoURI"] = "ipfs://QmX/dai.png"
      $0["tags"] = ["stablecoin"]
      $0["extensions"] = ["bridgeInfo": ["10": ["tokenAddress": "0x"]]]
    }
    let list = try TokenList(
      json: ListText.list([entry]) {
        $0["keywords"] = ["stable", "\u{202e}evil", 7]
        $0["tags"] = ["stablecoin": ["name": "Stable", "description": "…"]]
        $0["logoURI"] = "https://example.org/list.svg"
        $0["future"] = [1, [2]]
      })
    #expect(list.name == "A list" && list.version.description == "1.2.3")
    // 2026-09-13T03:00:00Z
    #expect(list.time == 1_789_268_400)
    #expect(list.keywords == ["stable"] && list.logo == "https://example.org/list.svg" && list.leftOut.isEmpty)
    let token = ListedToken(
      chainID: 1, address: try Address(ListText.address), symbol: "DAI", name: "Dai Stablecoin", decimals: 18,
      logo: "ipfs://QmX/dai.png", tags: ["stablecoin"])
    #expect(list.tokens == [token] && list.tokens(on: 1) == [token] && list.tokens(on: 8217).isEmpty)
  }

  @Test("The wider bounds of all versions of the schema are taken")
  func widerBounds() throws {
    let entries: [(JSON, Bool)] = [
      (ListText.token { $0["symbol"] = .string(String(repeating: "S", count: 20)) }, true),
      (ListText.token { $0["symbol"] = .string(String(repeating: "S", count: 21)) }, false),
      (ListText.token { $0["symbol"] = "" }, true), (ListText.token { $0["name"] = "" }, true),
      (ListText.token { $0["symbol"] = "USD₮0.e+%/$" }, true), (ListText.token { $0["symbol"] = "원화" }, true),
      (ListText.token { $0["name"] = .string(String(repeating: "é", count: 60)) }, true),
      (ListText.token { $0["name"] = .string(String(repeating: "N", count: 61)) }, false),
      (ListText.token { $0["decimals"] = 0 }, true), (ListText.token { $0["decimals"] = 255 }, true),
      (ListText.token { $0["chainId"] = .number("\(UInt256.max)") }, true),
      (ListText.token { $0["tags"] = .array(Array(repeating: "tag", count: 10)) }, true),
    ]
    for (entry, isTaken) in entries {
      let list = try TokenList(json: ListText.list([entry]))
      #expect(list.tokens.count == (isTaken ? 1 : 0) && list.leftOut.count == (isTaken ? 0 : 1), "\(entry)")
    }
    let name = String(repeating: "L", count: 30)
    #expect(try TokenList(json: ListText.list([ListText.token()]) { $0["name"] = .string(name) }).name == name)
  }

  @Test("An entry that breaks a bound is left out with the reason, and the others stay")
  func leavesOut() throws {
    let flawed: [(LeftOutToken.Reason, JSON)] = [
      (.notAnObject, 7), (.notAnObject, .null),
      (.chain, ListText.token { $0["chainId"] = nil }), (.chain, ListText.token { $0["chainId"] = 0 }),
      (.chain, ListText.token { $0["chainId"] = "1" }), (.chain, ListText.token { $0["chainId"] = .number("1.0") }),
      (.chain, ListText.token { $0["chainId"] = .number("1e3") }), (.chain, ListText.token { $0["chainId"] = -1 }),
      (.chain, ListText.token { $0["chainId"] = .number("\(UInt256.max)0") }),
      (.address, ListText.token { $0["address"] = nil }), (.address, ListText.token { $0["address"] = 5 }),
      (.address, ListText.token { $0["address"] = .string(String(ListText.address.dropFirst(2))) }),
      (.address, ListText.token { $0["address"] = .string(ListText.address.replacing("6B", with: "6b")) }),
      (.address, ListText.token { $0["address"] = .string(Address.zero.lowercaseHex) }),
      (.address, ListText.token { $0["address"] = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE" }),
      (.symbol, ListText.token { $0["symbol"] = nil }), (.symbol, ListText.token { $0["symbol"] = "A B" }),
      (.symbol, ListText.token { $0["symbol"] = "A\u{a0}B" }), (.symbol, ListText.token { $0["symbol"] = "A\nB" }),
      (.name, ListText.token { $0["name"] = [] }),
      (.decimals, ListText.token { $0["decimals"] = nil }), (.decimals, ListText.token { $0["decimals"] = 256 }),
      (.decimals, ListText.token { $0["decimals"] = "18" }), (.decimals, ListText.token { $0["decimals"] = -1 }),
      (.decimals, ListText.token { $0["decimals"] = .number("18.0") }),
      (.tags, ListText.token { $0["tags"] = .array(Array(repeating: "tag", count: 11)) }),
      (.tags, ListText.token { $0["tags"] = [7] }), (.tags, ListText.token { $0["tags"] = "stable" }),
    ]
    for (reason, entry) in flawed {
      let list = try TokenList(json: ListText.list([entry, ListText.token()]))
      #expect(list.leftOut == [LeftOutToken(index: 0, reason: reason)] && list.tokens.count == 1, "\(entry)")
    }
  }

  @Test(
    "Control characters, invisible ones and those that turn a line around are never kept",
    arguments: ["\u{0}", "\u{1b}[2J", "\u{7f}", "\u{ad}", "\u{200b}", "\u{202e}", "\u{2066}", "\u{feff}", "\u{e0041}"])
  func invisible(text: String) throws {
    for member in ["symbol", "name"] {
      let list = try TokenList(json: ListText.list([ListText.token { $0[member] = .string("US\(text)DC") }]))
      #expect(list.tokens.isEmpty && list.leftOut.map(\.reason) == [.invisible])
    }
    let error = failure { () throws(TokenError) in
      try TokenList(json: ListText.list([ListText.token()]) { $0["name"] = .string("A\(text)B") })
    }
    #expect(error?.code == .malformedList)
    let logo = try TokenList(json: ListText.list([ListText.token { $0["logoURI"] = .string("https://a/\(text)") }]))
    #expect(logo.tokens.first?.logo == nil && logo.tokens.count == 1)
  }

  @Test("Of two entries for an address of a chain the first stands; on another chain it is another token")
  func duplicates() throws {
    let list = try TokenList(
      json: ListText.list([
        ListText.token(), ListText.token { $0["address"] = .string(ListText.address.lowercased()) },
        ListText.token { $0["chainId"] = 8217 }, ListText.token { $0["symbol"] = "OTHER" },
      ]))
    #expect(list.tokens.map(\.chainID) == [1, 8217])
    #expect(list.leftOut == [1, 3].map { LeftOutToken(index: $0, reason: .duplicate) })
  }

  @Test("What is no list is refused, and says so in words that can be printed")
  func malformed() {
    let texts: [JSON] = [
      7, [], [:], ListText.list([]), ListText.list([ListText.token()]) { $0["tokens"] = [:] },
      ListText.list([ListText.token()]) { $0["name"] = nil }, ListText.list([ListText.token()]) { $0["name"] = "" },
      ListText.list([ListText.token()]) { $0["name"] = " A" },
      ListText.list([ListText.token()]) { $0["name"] = .string(String(repeating: "L", count: 31)) },
      ListText.list([ListText.token()]) { $0["timestamp"] = 7 },
      ListText.list([ListText.token()]) { $0["timestamp"] = "yesterday\u{1b}" },
      ListText.list([ListText.token()]) { $0["version"] = nil },
      ListText.list([ListText.token()]) { $0["version"] = ["major": 1, "minor": 0] },
      ListText.list([ListText.token()]) { $0["version"] = ["major": -1, "minor": 0, "patch": 0] },
      ListText.list([ListText.token()]) {
        $0["version"] = ["major": .number("18446744073709551616"), "minor": 0, "patch": 0]
      },
    ]
    for text in texts {
      let error = failure { () throws(TokenError) in try TokenList(parsing: text.serializedBytes()) }
      #expect(error?.code == .malformedList, "\(text)")
      #expect(error.map { "\($0)".unicodeScalars.allSatisfy { $0 == "\n" || TerminalSafe.isPrintable($0) } } == true)
    }
    for text in ["", "{", "nul", #"{"name": "a", "name": "b"}"#] {
      #expect(failure { () throws(TokenError) in try TokenList(parsing: Bytes(text.utf8)) }?.code == .malformedList)
    }
  }

  @Test("10,000 tokens and 4 MiB are the most")
  func largest() throws {
    let tokens = ListText.tokens(TokenList.mostTokens)
    #expect(try TokenList(json: ListText.list(tokens)).tokens.count == 10_000)
    let error = failure { () throws(TokenError) in try TokenList(json: ListText.list(tokens + [ListText.token()])) }
    #expect(error?.code == .listTooLarge && error?.facts == .limit(10_000))
    let padded = ListText.list([ListText.token()]).serializedBytes()
    let blanks = Bytes(repeating: 0x20, count: TokenList.mostBytes - padded.count)
    #expect(try TokenList(parsing: padded + blanks).tokens.count == 1)
    let long = failure { () throws(TokenError) in try TokenList(parsing: padded + blanks + [0x20]) }
    #expect(long?.code == .listTooLarge && long?.facts == .limit(4 << 20))
  }

  @Test(
    "Times are read as RFC 3339 writes them",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2020-06-12T00:00:00+00:00", 1_591_920_000),
      ("2024-02-29T23:59:59.123456Z", 1_709_251_199), ("2000-03-01t00:00:00z", 951_868_800),
      ("2026-01-01 00:00:00-05:30", 1_767_245_400), ("2023-02-29T00:00:00Z", nil), ("1900-01-01T00:00:00Z", nil),
      ("2026-13-01T00:00:00Z", nil), ("2026-00-01T00:00:00Z", nil), ("2026-01-01T24:00:00Z", nil),
      ("2026-01-01T00:00:00", nil), ("2026-01-01T00:00:00.Z", nil), ("2026-01-01T00:00:00+9:00", nil),
      ("2026-01-01", nil), ("+026-01-01T00:00:00Z", nil), ("", nil),
    ] as [(String, Int64?)])
  func times(text: String, seconds: Int64?) { #expect(ListTime.seconds(text) == seconds) }
}

@Suite("Versions of a list")
struct ListChangesTests {
  private func list(_ version: (UInt64, UInt64, UInt64), _ tokens: [JSON]) throws -> TokenList {
    try TokenList(
      json: ListText.list(tokens) {
        $0["version"] = [
          "major": .number("\(version.0)"), "minor": .number("\(version.1)"), "patch": .number("\(version.2)"),
        ]
      })
  }

  @Test("Two versions are compared by address and chain")
  func compares() throws {
    let tokens = ListText.tokens(4)
    let renamed = ListText.token {
      $0["address"] = .string(Address(truncating: 2).lowercaseHex)
      $0["symbol"] = "T2"
      $0["name"] = "New name"
    }
    let changes = TokenListChanges(
      from: try list((1, 0, 0), Array(tokens[..<3])), to: try list((2, 0, 0), [tokens[0], renamed, tokens[3]]))
    #expect(changes.added.map(\.symbol) == ["T4"] && changes.removed.map(\.symbol) == ["T3"])
    #expect(
      changes.changed.map(\.before.name) == ["Dai Stablecoin"] && changes.changed.map(\.after.name) == ["New name"])
    #expect(changes.from.description == "1.0.0" && changes.to.description == "2.0.0" && !changes.isEmpty)
  }

  @Test("A higher major number is asked about, and so is a version that does more than its number says")
  func consent() throws {
    let tokens = ListText.tokens(3)
    let (two, three) = (Array(tokens[..<2]), tokens)
    func changed(_ member: String, _ value: JSON) -> [JSON] {
      var token = tokens[1].object ?? [:]
      token[member] = value
      return [tokens[0], .object(token)]
    }
    let cases: [((UInt64, UInt64, UInt64), [JSON], (UInt64, UInt64, UInt64), [JSON], Bool)] = [
      ((1, 0, 0), two, (1, 0, 0), two, false), ((1, 0, 0), two, (1, 0, 1), two, false),
      ((1, 0, 0), two, (1, 1, 0), three, false), ((1, 0, 0), two, (2, 0, 0), two, true),
      ((1, 0, 0), three, (2, 0, 0), two, true), ((1, 0, 0), three, (1, 1, 0), two, true),
      ((1, 0, 0), two, (1, 0, 0), three, true), ((1, 1, 0), two, (1, 0, 0), three, true),
      ((1, 0, 0), two, (1, 0, 1), changed("name", "Other"), false),
      ((1, 0, 0), two, (1, 0, 1), changed("symbol", "USDC"), true),
      ((1, 0, 0), two, (1, 0, 1), changed("decimals", 6), true),
    ]
    for (from, before, to, after, needsConsent) in cases {
      let changes = TokenListChanges(from: try list(from, before), to: try list(to, after))
      #expect(changes.needsConsent == needsConsent, "\(from) to \(to)")
    }
  }
}
