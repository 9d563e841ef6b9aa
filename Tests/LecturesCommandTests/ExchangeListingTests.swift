import ChainSupport
import ContractClient
import Exchange
import Keys
import Localization
import OrderBook
import Orders
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import Relay

@Suite("lectures exchange: orders as relays show them, books order by order", .timeLimit(.minutes(10)))
struct ExchangeListingTests {
  private let one = UInt256(1_000_000_000_000_000_000)

  private func order(_ home: ExchangeHome, _ tail: String) async throws -> JSON {
    try await home.json("exchange order TKA/WKLAY \(tail) --from teacher --yes")
  }

  @Test(
    "A book of which a relay could not be read is not called empty",
    arguments: ["en_US.UTF-8", "ko_KR.UTF-8", "uk_UA.UTF-8"])
  func unread(language: String) async throws {
    let home = try await ExchangeHome()
    let empty = await home.run("exchange book TKA/WKLAY", language: language)
    let unread = await home.run(
      "exchange book TKA/WKLAY --relay \(home.relay.url),http://127.0.0.1:9", language: language)
    #expect(empty.status == .success && unread.status == .success, "\(unread.errors)")
    let (first, second) = (empty.output.split(separator: "\n"), unread.output.split(separator: "\n"))
    #expect(first.first == second.first && first.last != second.last && first.count == second.count, "\(unread.output)")
    if language.hasPrefix("en") { #expect(unread.output.contains("which orders there are is not known")) }
    await home.relay.stop()
  }

  @Test("own orders are filtered by state and pair")
  func filters() async throws {
    let home = try await ExchangeHome()
    let open = try await order(home, "--sell 10 --price 0.3")
    let gone = try await order(home, "--sell 10 --price 0.4 --protocol v1")
    let hash = try #require(gone["orderHash"]?.string)
    _ = try await home.json("exchange cancel \(hash) --from teacher --yes")
    for (line, due) in [
      ("", [open]), ("--state open", [open]), ("--state posted", [open]), ("--state cancelled", [gone]),
      ("--state filled", []), ("--all", [gone, open]), ("--pair TKA/WKLAY", [open]),
      ("--pair WKLAY/CAMP --all", []), ("--state expired --all", []),
    ] as [(String, [JSON])] {
      let listed = try await home.json("exchange orders \(line)")
      #expect(listed["orders"]?.array?.map { $0["orderHash"] } == due.map { $0["orderHash"] }, "\(line): \(listed)")
    }
    #expect(try await home.json("exchange orders")["orders"]?[0]?["posted"] == true)
    #expect((await home.run("exchange orders --state open?")).status == .usage)
    #expect((await home.run("exchange orders --pair NOPE/WKLAY")).status == .usage)
  }

  @Test("an order in a file is listed, posted by nobody, the same when it is made again, and cancelled with all")
  func inFiles() async throws {
    let home = try await ExchangeHome()
    let first = try await order(home, "--sell 10 --price 0.3 --file \(home.file("one.json"))")
    let again = try await order(home, "--sell 10 --price 0.3 --file \(home.file("two.json"))")
    #expect(again["orderHash"] == first["orderHash"])
    let second = try await order(home, "--sell 10 --price 0.3 --file \(home.file("three.json")) --again")
    #expect(second["orderHash"] != first["orderHash"])
    let listed = try await home.json("exchange orders")
    #expect(
      listed["orders"]?.array?.map { $0["orderHash"] } == [second["orderHash"], first["orderHash"]], "\(listed)")
    _ = await home.run("exchange orders --post")
    #expect(try await home.json("exchange book TKA/WKLAY")["asks"] == [])
    let cancelled = try await home.json("exchange cancel --all --from teacher --yes")
    #expect(cancelled["cancelled"]?.array?.count == 2, "\(cancelled)")
    #expect(try await home.json("exchange orders")["orders"] == [])
  }

  @Test("a conditional order like one that is armed is refused, unless two are meant")
  func armedOnce() async throws {
    let home = try await ExchangeHome()
    let approved = await home.run("exchange approve TKA 30 --from teacher --yes")
    #expect(approved.status == .success, "\(approved.errors)")
    let line = "exchange trigger add TKA/WKLAY --when bid<=0.29 --sell 15 --from teacher --yes"
    _ = try await home.json(line)
    let twin = await home.run(line)
    #expect(twin.status == .notConfirmed && twin.errors.contains("number 1"), "\(twin.errors)")
    #expect(try await home.json("\(line) --again")["trigger"]?["id"] == 2)
  }

  @Test("an address that is no exchange is let move nothing, and gets no order")
  func noExchange() async throws {
    let home = try await ExchangeHome()
    let nobody = "0x000000000000000000000000000000000000dEaD"
    for line in ["approve TKA 5", "order TKA/WKLAY --sell 5 --price 0.3 --file \(home.file("no.json"))"] {
      let run = await home.run("exchange \(line) --exchange-v4 \(nobody) --from teacher --yes")
      #expect(run.status == .wrongChain, "\(line): \(run.errors)")
    }
  }

  @Test("what relays show of own orders is told where it differs, with orders that this machine does not know")
  func records() async throws {
    let home = try await ExchangeHome()
    let there = try await order(home, "--sell 10 --price 0.3")
    let stopped = try await order(home, "--sell 11 --price 0.31")
    // One that waits for a price is signed and at no relay.
    _ = try await home.json(
      "exchange trigger add TKA/WKLAY --when bid<=0.1 --sell 12 --price 0.35 --post --from teacher --yes")
    let other = try await order(home, "--sell 13 --price 0.33 --exchange-book \(home.file("other.sqlite"))")
    try await home.settle()
    let hash = try Hash32(try #require(stopped["orderHash"]?.string))
    try await home.relay.service.book.stop([hash])
    let listed = try await home.json("exchange orders --all-relays")
    func record(_ order: JSON) -> JSON? {
      listed["orders"]?.array?.first { $0["orderHash"] == order["orderHash"] }?["records"]?[0]
    }
    #expect(record(there)?["there"] == true && record(there)?["difference"] == .null, "\(listed)")
    #expect(record(stopped)?["difference"] == "otherState" && record(stopped)?["state"] == "stopped", "\(listed)")
    let waiting = listed["orders"]?.array?.first { $0["journal"] == "signed" }?["records"]?[0]
    #expect(waiting?["there"] == false && waiting?["difference"] == "notPosted", "\(listed)")
    #expect(listed["unknown"]?.array?.map { $0["orderHash"] } == [other["orderHash"]], "\(listed)")
    let text = await home.run("exchange orders --all-relays")
    #expect(text.output.contains("your node says otherwise") && text.output.contains("does not know"), "\(text.output)")
    // Without being asked for no relay is.
    #expect(try await home.json("exchange orders")["orders"]?[0]?["records"] == [])
    let silent = await home.run("exchange orders --all-relays --relay http://127.0.0.1:9")
    #expect(silent.status == .success && silent.errors.contains("127.0.0.1:9"), "\(silent.errors)")
  }

  @Test(
    "a book is shown order by order, and as relays tell it only where it is marked as that",
    arguments: OrderVersion.allCases)
  func book(version: OrderVersion) async throws {
    let home = try await ExchangeHome()
    let tail = "--protocol \(version.rawValue)"
    let dear = try await order(home, "--sell 20 --price 0.4 \(tail)")
    let best = try await order(home, "--sell 10 --price 0.3 \(tail)")
    let bid = try await order(home, "--buy 5 --price 0.2 \(tail)")
    try await home.settle()
    let book = try await home.json("exchange book TKA/WKLAY --orders")
    #expect(book["orders"]?.array?.map { $0["orderHash"] } == [best, dear, bid].map { $0["orderHash"] }, "\(book)")
    #expect(book["orders"]?[0]?["amount"]?["value"] == "10" && book["orders"]?[0]?["total"]?["value"] == "3")
    #expect(book["orders"]?[2]?["amount"]?["value"] == "5" && book["orders"]?[2]?["side"] == "bid")
    #expect(book["orders"]?[0]?["funded"] == true && book["orders"]?[0]?["state"] == "open" && book["verified"] == true)
    #expect(book["orders"]?[0]?["maker"] == .string(home.teacher.address.checksummed))
    #expect(try await home.json("exchange book TKA/WKLAY")["orders"] == [])
    // The maker gives nearly all away, and the relay does not know yet.
    _ = try await CampusToken(address: home.base, connection: home.connection)
      .transfer(to: home.student.address, amount: (ExchangeHome.holdings - 15) * one).send(from: home.teacher)
    let checked = try await home.json("exchange book TKA/WKLAY --orders")
    #expect(checked["orders"]?[1]?["funded"] == false, "\(checked)")
    let told = try await home.json("exchange book TKA/WKLAY --unverified")
    #expect(told["verified"] == false && told["orders"]?[0]?["funded"] == .null, "\(told)")
    #expect(told["block"] == .null && told["asks"] == [])
    let text = await home.run("exchange book TKA/WKLAY --unverified")
    #expect(text.status == .success && text.output.contains("Not checked"), "\(text.output)")
    for line in ["--unverified --chart", "--unverified --output \(home.file("x.svg"))"] {
      #expect((await home.run("exchange book TKA/WKLAY \(line)")).status == .usage, "\(line)")
    }
  }

  @Test("a salt ahead of now is asked about, and says until when orders are cancelled")
  func salts() async throws {
    let home = try await ExchangeHome()
    let line = "exchange cancel --pair TKA/WKLAY --side sell --from teacher --below-salt"
    let ahead = OrderSalt.lowest(milliseconds: 4_102_444_800_000)
    let unasked = await home.run("\(line) \(ahead)")
    #expect(unasked.status == .notConfirmed && unasked.errors.contains("2100"), "\(unasked.errors)")
    let never = await home.run("\(line) \(UInt256.max)", answers: ["n"])
    #expect(never.errors.contains("ever make") && never.questions.count == 1, "\(never.errors)")
    #expect(try await home.json("\(line) \(ahead) --dry-run")["code"] == nil)
    let past = await home.run("\(line) \(OrderSalt.lowest(milliseconds: 1_700_000_000_000)) --yes")
    #expect(past.status == .success && !past.errors.contains("salt"), "\(past.errors)")
    let agreed = await home.run("\(line) \(ahead) --yes")
    #expect(agreed.status == .success && agreed.errors.contains("2100"), "\(agreed.errors)")
  }

  @Test("a fill stands in the list of transactions by what it is, whatever its width")
  func labels() async throws {
    let home = try await ExchangeHome()
    _ = try await order(home, "--sell 100 --price 0.3")
    try await home.settle()
    let bought = try await home.json("exchange buy TKA/WKLAY 100 --from student --retry 2 --yes")
    #expect(bought["complete"] == true && bought["retries"] == 0, "\(bought)")
    let listed = try await home.json("tx list")
    let labels = listed["intents"]?.array?.compactMap { $0["what"]?.string } ?? []
    #expect(labels.contains("buy 100 TKA for 30 WKLAY"), "\(labels)")
    #expect(await home.run("tx list").output.contains("buy 100 TKA for 30 WKLAY"))
    for (language, words) in [("ko", "100 TKA 구매, 30 WKLAY 지불"), ("uk", "купівля 100 TKA за 30 WKLAY")] {
      let run = await home.run("tx list --language \(language)")
      #expect(run.output.contains(words) && !run.output.contains("buy "), "\(run.output)")
    }
    for line in ["--retry 11", "--retry 1 --exact"] {
      #expect((await home.run("exchange buy TKA/WKLAY 1 \(line) --from student --yes")).status == .usage, "\(line)")
    }
  }

  @Test("conditional orders are listed without a node, which is said")
  func withoutNode() async throws {
    let home = try await ExchangeHome()
    let approved = await home.run("exchange approve TKA 15 --from teacher --yes")
    #expect(approved.status == .success, "\(approved.errors)")
    _ = try await home.json(
      "exchange trigger add TKA/WKLAY --when bid<=0.29 --sell 15 --from teacher --yes")
    let dead = "--endpoint http://127.0.0.1:9 --timeout 1"
    let run = await home.run("exchange trigger list \(dead) --json")
    let listed = try JSON(parsing: run.output)["result"]
    #expect(run.status == .success && run.errors.contains("prices"), "\(run.errors)\(run.output)")
    #expect(listed?["triggers"]?[0]?["state"] == "armed" && listed?["triggers"]?[0]?["pair"] == .null, "\(run.output)")
    let text = await home.run("exchange trigger list \(dead)")
    #expect(text.output.contains("bid <="), "\(text.output)")
    let none = await home.run("exchange trigger list \(dead) --exchange-book \(home.file("none.sqlite"))")
    #expect(none.status == .success, "\(none.errors)")
  }

  @Test("speaks Korean and Ukrainian", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    let home = try await ExchangeHome()
    _ = try await order(home, "--sell 10 --price 0.3")
    _ = try await order(home, "--sell 13 --price 0.33 --exchange-book \(home.file("other.sqlite"))")
    _ = try await order(home, "--sell 12 --price 0.32 --file \(home.file("order.json"))")
    try await home.settle()
    for line in [
      "exchange orders --all-relays", "exchange book TKA/WKLAY --orders", "exchange book TKA/WKLAY --unverified",
      "relay status",
    ] {
      let run = await home.run("\(line) --language \(language.rawValue)")
      let all = run.output + run.errors
      #expect(run.status == .success, "\(line): \(all)")
      #expect(
        ForeignWords.of(all, besides: ["TKA", "WKLAY", "teacher", "http", "v", "x", "ADDED"]) == [], "\(line): \(all)")
    }
  }
}
