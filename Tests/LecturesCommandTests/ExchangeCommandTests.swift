import Exchange
import Orders
import Primitives
import Relay
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures exchange", .timeLimit(.minutes(10)))
struct ExchangeCommandTests {
  private let one = UInt256(1_000_000_000_000_000_000)

  @Test(
    "An order is made, posted, shown and bought, and both have what they were told", arguments: OrderVersion.allCases)
  func wholeWay(version: OrderVersion) async throws {
    let home = try await ExchangeHome()
    let coin = try #require(home.contracts.wrappedCoin)
    let made = try await home.json(
      "exchange order TKA/WKLAY --sell 100 --price 0.3 --protocol \(version.rawValue) --from teacher --yes")
    #expect(made["state"] == "posted", "\(made)")
    try await home.settle()
    let book = try await home.json("exchange book TKA/WKLAY")
    #expect(book["asks"]?[0]?["price"]?["value"] == "0.3" && book["asks"]?[0]?["amount"]?["value"] == "100", "\(book)")
    #expect(book["bids"]?.array?.isEmpty == true && book["dropped"]?.array?.isEmpty == true)
    let price = try await home.json("exchange price TKA/WKLAY --buy 40")
    #expect(price["average"]?["value"] == "0.3" && price["pays"]?["value"] == "12", "\(price)")
    let bought = try await home.json("exchange buy TKA/WKLAY 40 --from student --yes")
    #expect(bought["received"]?["value"] == "40" && bought["paid"]?["value"] == "12", "\(bought)")
    #expect(bought["arrived"] == bought["received"], "\(bought)")
    #expect(bought["complete"] == true && bought["outcome"]?[0]?["state"] == "filled")
    #expect(try await home.balance(home.base, home.student) == 40 * one)
    #expect(try await home.balance(coin, home.student) == (ExchangeHome.holdings - 12) * one)
    #expect(try await home.balance(coin, home.teacher) == (ExchangeHome.holdings + 12) * one)
    // The same wish again is the same deal.
    let again = try await home.json("exchange buy TKA/WKLAY 40 --from student --yes")
    #expect(again["transactions"]?[0]?["hash"] == bought["transactions"]?[0]?["hash"], "\(again)")
    #expect(try await home.balance(home.base, home.student) == 40 * one)
    let orders = try await home.json("exchange orders")
    #expect(orders["orders"]?[0]?["state"] == "partFilled", "\(orders)")
    #expect(orders["orders"]?[0]?["remaining"] == .string((18 * one).description))
    // The part that is not filled is what a cancel takes back.
    let asked = await home.run("exchange cancel --all --from teacher", answers: ["n"])
    #expect(asked.questions.first?.contains(/Remaining +60 TKA\n/) == true, "\(asked.questions)")
    let cancelled = try await home.json("exchange cancel --all --from teacher --yes")
    #expect(cancelled["cancelled"]?.array?.count == 1, "\(cancelled)")
    try await home.settle()
    let empty = try await home.json("exchange book TKA/WKLAY")
    #expect(empty["asks"]?.array?.isEmpty == true)
    #expect(try await home.json("exchange orders")["orders"]?.array?.isEmpty == true)
    #expect(try await home.json("exchange orders --all")["orders"]?[0]?["journal"] == "cancelled")
  }

  @Test("A deal over several orders of both sides tells its prices, and what it cannot get")
  func severalOrders() async throws {
    let home = try await ExchangeHome()
    for (amount, price) in [(10, "0.30"), (10, "0.31"), (10, "0.40")] {
      let made = try await home.json(
        "exchange order TKA/WKLAY --sell \(amount) --price \(price) --from teacher --yes")
      #expect(made["state"] == "posted", "\(made)")
    }
    try await home.settle()
    let within = try await home.json("exchange buy TKA/WKLAY 20 --slippage 5% --from student --yes")
    #expect(within["paid"]?["value"] == "6.1" && within["received"]?["value"] == "20", "\(within)")
    try await home.settle()
    // What is left costs a third more than nothing less: the bound keeps it out.
    let exact = await home.run("exchange fill TKA/WKLAY --buy 10 --price 0.35 --exact --from student --yes")
    #expect(exact.status == .overLimit, "\(exact.errors)")
    #expect(exact.errors.contains("nothing was sent"))
    let more = await home.run("exchange fill TKA/WKLAY --buy 50 --price 0.5 --exact --from student --yes")
    #expect(more.status == .refused, "\(more.errors)")
    #expect(more.errors.contains("10 TKA of 50 TKA can be had"), "\(more.errors)")
    #expect(try await home.balance(home.base, home.student) == 20 * one)
    // Without --exact what is there is bought, and a script is told that it is less.
    for _ in 0..<2 {
      let part = await home.run("exchange buy TKA/WKLAY 50 --price 0.5 --from student --yes")
      #expect(part.status == .failure && part.errors.contains("10 TKA of 50 TKA were got"), "\(part.errors)")
    }
    let told = try JSON(
      parsing: await home.run("exchange buy TKA/WKLAY 50 --price 0.5 --from student --yes --json").output)
    #expect(told["error"]?["code"] == "exchange.partlyFilled" && told["result"]?["complete"] == false, "\(told)")
    #expect(try await home.balance(home.base, home.student) == 30 * one)
  }

  @Test("A dry run of a deal shows it whole where the exchange may move nothing yet", arguments: OrderVersion.allCases)
  func dryRun(version: OrderVersion) async throws {
    let home = try await ExchangeHome()
    _ = try await home.json(
      "exchange order TKA/WKLAY --sell 10 --price 0.3 --protocol \(version.rawValue) --from teacher --yes")
    try await home.settle()
    let line = "exchange buy TKA/WKLAY 5 --from student --dry-run"
    let dry = try await home.json(line)
    #expect(dry["outcome"] == "success" && dry["earlier"]?[0]?["outcome"] == "success", "\(dry)")
    #expect(dry["earlier"]?.array?.count == 1 && dry["earlier"]?[0]?["events"]?[0]?["event"] == "Approval", "\(dry)")
    #expect(dry["events"]?.array?.isEmpty == false, "\(dry)")
    let shown = await home.run(line)
    #expect(shown.status == .success, "\(shown.errors)")
    #expect(shown.output.contains("a transaction before lets it move 1.5 WKLAY"), "\(shown.output)")
    #expect(shown.output.contains("500 → 498.5") && shown.output.contains("0 → 5"), "\(shown.output)")
    for language in ["ko_KR.UTF-8", "uk_UA.UTF-8"] {
      let other = await home.run(line, language: language)
      #expect(other.status == .success && other.output.contains("1"), "\(other.errors)")
      #expect(!other.output.contains("lets it move"))
    }
    #expect(try await home.balance(home.base, home.student) == 0)
  }

  @Test("A deal over orders of both versions is two transactions, each let and agreed to before the first is sent")
  func bothVersions() async throws {
    let home = try await ExchangeHome()
    for (version, price) in [("v4", "0.30"), ("v1", "0.31")] {
      let made = try await home.json(
        "exchange order TKA/WKLAY --sell 10 --price \(price) --protocol \(version) --from teacher --yes")
      #expect(made["state"] == "posted", "\(made)")
    }
    try await home.settle()
    let bought = try await home.json("exchange buy TKA/WKLAY 20 --slippage 5% --from student --yes")
    #expect(bought["paid"]?["value"] == "6.1" && bought["received"]?["value"] == "20", "\(bought)")
    #expect(bought["complete"] == true && bought["transactions"]?.array?.count == 2, "\(bought)")
    #expect(try await home.balance(home.base, home.student) == 20 * one)
  }

  @Test("A fee that no price bounds is paid by nobody who did not agree to it")
  func fees() async throws {
    let line = "exchange order TKA/WKLAY --sell 10 --price 0.3 --protocol v1 --from teacher --yes"
    let dear = try await ExchangeHome(makerFee: one)
    #expect(try await dear.json(line)["code"] == "exchange.makerFee")
    #expect(try await dear.json(line + " --max-maker-fee 0.5")["code"] == "exchange.makerFee")
    let home = try await ExchangeHome(takerFee: one)
    #expect((await home.run(line + " --dry-run")).output.contains("Taker's fee"))
    #expect(try await home.json(line)["state"] == "posted")
    try await home.settle()
    for command in ["buy TKA/WKLAY 5 --from student --yes", "price TKA/WKLAY --buy 5"] {
      let told = try await home.json("exchange \(command)")
      #expect(told["code"] == "exchange.takerFee" && told["takerFee"] == .string((one / 2).description), "\(told)")
      #expect(told["token"] == .text(home.contracts.v1?.feeToken.checksummed), "\(told)")
    }
    for (language, fee) in [("en_US.UTF-8", "fee of 0.5 "), ("ko_KR.UTF-8", "0.5 "), ("uk_UA.UTF-8", "0,5 ")] {
      let run = await home.run("exchange buy TKA/WKLAY 5 --from student --yes", language: language)
      #expect(run.status == .overLimit && run.errors.contains("--allow-fees"), "\(run.errors)")
      #expect(run.errors.contains(fee), "\(run.errors)")
    }
    // The student has none of the fee token.
    let agreed = try await home.json("exchange buy TKA/WKLAY 5 --allow-fees --from student --yes")
    #expect(agreed["code"] == "exchange.balance" && agreed["token"] == .text(home.contracts.v1?.feeToken.checksummed))
    #expect(agreed["reason"]?.string?.contains(" needed, 0 ") == true, "\(agreed)")
    #expect(try await home.balance(home.base, home.student) == 0)
  }

  @Test("An order in a file goes from hand to hand, and a second one like it is none without being asked for")
  func files() async throws {
    let home = try await ExchangeHome()
    let line = "exchange order TKA/WKLAY --sell 5 --price 0.3 --from teacher --yes"
    let first = try await home.json(line)
    #expect(try await home.json(line)["orderHash"] == first["orderHash"])
    #expect(try await home.json(line + " --again")["orderHash"] != first["orderHash"])
    // One that is over is not made again, and nothing is sent for it.
    _ = try await home.json("exchange cancel --all --from teacher --yes")
    let over = try await home.json(line)
    #expect(over["code"] == "order.duplicate", "\(over)")
    #expect(over["transactions"] == nil)
    let path = home.file("order.json")
    let written = await home.run("exchange order TKA/WKLAY --sell 7 --price 0.3 --file \(path) --from teacher --yes")
    #expect(written.status == .success, "\(written.errors)")
    let cancelled = try await home.json("exchange cancel \(path) --from teacher --yes")
    #expect(cancelled["cancelled"]?.array?.count == 1, "\(cancelled)")
  }

  @Test("One order is filled by its hash or from a file, a part and then the rest, each part once")
  func singleOrder() async throws {
    let home = try await ExchangeHome()
    let made = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.5 --from teacher --yes")
    let hash = try #require(made["orderHash"]?.string)
    try await home.settle()
    for _ in 0..<2 {
      let part = try await home.json("exchange fill \(hash) --amount 1 --from student --yes")
      #expect(part["paid"]?["value"] == "1" && part["received"]?["value"] == "2", "\(part)")
    }
    for _ in 0..<2 {
      let rest = try await home.json("exchange fill \(hash) --from student --yes")
      #expect(rest["paid"]?["value"] == "4" && rest["received"]?["value"] == "8", "\(rest)")
    }
    let path = home.file("order.json")
    _ = await home.run(
      "exchange order TKA/WKLAY --buy 7 --price 0.4 --protocol v1 --file \(path) --from teacher --yes")
    // No relay is asked for what is in a file.
    let sold = try await home.json("exchange fill \(path) --relay http://127.0.0.1:9 --from student --yes")
    #expect(sold["side"] == "sell" && sold["received"]?["value"] == "2.8", "\(sold)")
    #expect(try await home.balance(home.base, home.student) == 3 * one)
    for (line, word) in [
      ("exchange fill \(path) --buy 3", "--buy"), ("exchange fill TKA/WKLAY --amount 3", "--amount"),
      ("exchange fill \(path) --price 3", "--price"), ("exchange fill nowhere.json", "nowhere.json"),
    ] {
      let refused = await home.run("\(line) --from student --yes")
      #expect(refused.status != .success && refused.errors.contains(word), "\(refused.errors)")
    }
    // What is gone is told, and nothing is sent.
    let gone = await home.run("exchange fill \(hash) --again --from student --yes")
    #expect(gone.status == .refused && gone.errors.contains("nothing was sent"), "\(gone.errors)")
  }

  @Test("What crosses the book is filled first, the rest is an order, and both are made once")
  func takeFirst() async throws {
    let home = try await ExchangeHome()
    _ = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.3 --from teacher --yes")
    _ = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.5 --from teacher --yes")
    try await home.settle()
    let line = "exchange order TKA/WKLAY --buy 30 --price 0.4 --take-first --from student --yes"
    var hash: JSON?
    for _ in 0..<2 {
      let made = try await home.json(line)
      #expect(made["taken"]?["received"]?["value"] == "10" && made["taken"]?["paid"]?["value"] == "3", "\(made)")
      #expect(made["order"]?["takerAmount"] == .string((20 * one).description), "\(made)")
      #expect(hash == nil || hash == made["orderHash"])
      hash = made["orderHash"]
      try await home.settle()
    }
    #expect(try await home.balance(home.base, home.student) == 10 * one)
    // All of it can be had: no order is left to make.
    let whole = try await home.json("exchange order TKA/WKLAY --sell 5 --price 0.2 --take-first --from teacher --yes")
    #expect(whole["taken"]?["complete"] == true && whole["taken"]?["received"]?["value"] == "2", "\(whole)")
    #expect(whole["state"] == "taken" && whole["order"] == .null)
    // Nothing crosses: it is an order alone.
    let apart = try await home.json("exchange order TKA/WKLAY --buy 3 --price 0.1 --take-first --from student --yes")
    #expect(apart["taken"] == .null && apart["state"] == "posted", "\(apart)")
    for tail in ["--post-only", "--taker teacher", "--file x.json"] {
      #expect(await home.run("\(line) \(tail)").status == .usage, "\(tail)")
    }
  }

  @Test("Pairs are told with the best prices that the node confirms, and a relay that is down beside them")
  func pairs() async throws {
    let home = try await ExchangeHome()
    _ = try await home.json("exchange order TKA/WKLAY --sell 10 --price 0.5 --from teacher --yes")
    _ = try await home.json("exchange order TKA/WKLAY --buy 10 --price 0.4 --from teacher --yes")
    try await home.settle()
    let found = try await home.json("exchange pairs --relay \(home.relay.url),http://127.0.0.1:9")
    #expect(found["pairs"]?.array?.count == 1 && found["problems"]?.array?.isEmpty == false, "\(found)")
    let pair = found["pairs"]?[0]
    #expect(pair?["base"]?["symbol"] == "TKA" && pair?["minimum"]?["value"] == "0.001", "\(found)")
    #expect(pair?["bestAsk"]?["value"] == "0.5" && pair?["bestBid"]?["value"] == "0.4", "\(found)")
    #expect(try await home.json("exchange pairs --token WKLAY")["pairs"]?.array?.count == 1)
    #expect(try await home.json("exchange pairs --token NOPE")["code"] == "exchange.unknownToken")
  }

  @Test("All older orders of a pair are cancelled by one transaction a side; later ones stand")
  func cancelPair() async throws {
    let home = try await ExchangeHome()
    var made: [String] = []
    for price in ["0.5", "0.6"] {
      let order = try await home.json("exchange order TKA/WKLAY --sell 10 --price \(price) --from teacher --yes")
      made.append(try #require(order["orderHash"]?.string))
    }
    _ = try await home.json("exchange order TKA/WKLAY --buy 10 --price 0.4 --from teacher --yes")
    let below = try await home.json("exchange cancel --pair TKA/WKLAY --side sell --below-salt 1 --from teacher --yes")
    #expect(below["cancelled"]?.array?.isEmpty == true && below["transactions"]?.array?.count == 1, "\(below)")
    let done = try await home.json("exchange cancel --pair TKA/WKLAY --side sell --from teacher --yes")
    #expect(Set(done["cancelled"]?.array?.compactMap { $0["orderHash"]?.string } ?? []) == Set(made), "\(done)")
    #expect(done["transactions"]?.array?.count == 1)
    let later = try await home.json("exchange order TKA/WKLAY --sell 5 --price 0.7 --from teacher --yes")
    #expect(later["state"] == "posted", "\(later)")
    try await home.settle()
    let book = try await home.json("exchange book TKA/WKLAY")
    #expect(book["asks"]?.array?.count == 1 && book["asks"]?[0]?["price"]?["value"] == "0.7", "\(book)")
    #expect(book["bids"]?.array?.count == 1)
    let both = try await home.json("exchange cancel --pair TKA/WKLAY --from teacher --yes")
    #expect(both["cancelled"]?.array?.count == 2 && both["transactions"]?.array?.count == 2, "\(both)")
    // Orders that this machine does not know end, too.
    let unknown = try await home.json(
      "exchange order TKA/WKLAY --sell 7 --price 0.8 --exchange-book \(home.file("other.sqlite")) --from teacher --yes")
    #expect(unknown["state"] == "posted", "\(unknown)")
    let blind = try await home.json("exchange cancel --pair TKA/WKLAY --from teacher --yes")
    #expect(blind["cancelled"]?.array?.isEmpty == true && blind["transactions"]?.array?.count == 2, "\(blind)")
    try await home.settle()
    #expect(try await home.json("exchange book TKA/WKLAY")["asks"]?.array?.isEmpty == true)
    for line in ["--pair TKA/WKLAY --all", "--side buy --all", "--pair TKA/WKLAY --below-salt much"] {
      #expect(await home.run("exchange cancel \(line) --from teacher --yes").status == .usage)
    }
  }

  @Test(
    "An order has the salt that it was given, and the same salt again is the same order",
    arguments: OrderVersion.allCases)
  func salts(version: OrderVersion) async throws {
    let home = try await ExchangeHome()
    let line =
      "exchange order TKA/WKLAY --sell 5 --price 0.3 --protocol \(version.rawValue) --from teacher --yes --salt "
    let made = try await home.json(line + "0xff")
    #expect(made["order"]?["salt"] == "255" && made["state"] == "posted", "\(made)")
    #expect(try await home.json(line + "255")["orderHash"] == made["orderHash"])
    let other = try await home.json(line + "256")
    #expect(other["order"]?["salt"] == "256" && other["orderHash"] != made["orderHash"], "\(other)")
    let most = UInt256.max.description
    #expect(try await home.json(line + most)["order"]?["salt"] == .string(most))
  }

  @Test(
    "What a deal lacks is told in tokens, in every language",
    arguments: [("C.UTF-8", "1.5 TKA"), ("ko_KR.UTF-8", "1.5 TKA"), ("uk_UA.UTF-8", "1,5 TKA")])
  func shortages(locale: String, amount: String) async throws {
    let home = try await ExchangeHome()
    let made = try await home.json("exchange order TKA/WKLAY --buy 10 --price 0.3 --from teacher --yes")
    #expect(made["state"] == "posted", "\(made)")
    try await home.settle()
    let run = await home.run("exchange sell TKA/WKLAY 1.5 --from student --yes", language: locale)
    #expect(run.status == .insufficientFunds, "\(run.errors)")
    #expect(run.errors.contains(amount) && run.errors.contains("0 TKA"), "\(run.errors)")
    #expect(!run.errors.contains("1500000000000000000"), "\(run.errors)")
    let json = try await home.json("exchange sell TKA/WKLAY 1.5 --from student --yes")
    #expect(json["needed"] == "1500000000000000000" && json["there"] == "0", "\(json)")
    #expect(try await home.balance(home.base, home.student) == 0)
  }

  @Test("Wrong words are refused with their reason before anything is asked of anybody")
  func refusals() async throws {
    let home = try await ExchangeHome()
    for (line, status, word) in [
      ("exchange book TKA/NOPE", ExitStatus.usage, "NOPE"), ("exchange book TKA", .usage, "pair"),
      ("exchange buy TKA/WKLAY 1.0000000000000000001 --from student --yes", .usage, "digits"),
      ("exchange fill TKA/WKLAY --from student --yes", .usage, "--buy"),
      ("exchange fill TKA/WKLAY --buy 1 --sell 1 --from student", .usage, "not both"),
      ("exchange fill TKA/WKLAY --buy 1 --slippage x --from student", .usage, "slippage"),
      ("exchange buy TKA/WKLAY 1 --from student --yes", .refused, "no order"),
      ("exchange order TKA/WKLAY --sell 5000 --price 0.3 --from teacher --yes", .insufficientFunds, "TKA"),
      ("exchange order TKA/WKLAY --sell 5 --price 0 --from teacher --yes", .usage, "price"),
      ("exchange order TKA/WKLAY --sell 5 --price 0.3 --expires soon --from teacher --yes", .usage, "soon"),
      ("exchange order TKA/WKLAY --sell 5 --price 0.3 --salt -1 --from teacher --yes", .usage, "negative"),
      ("exchange order TKA/WKLAY --sell 5 --price 0.3 --salt 0x --from teacher --yes", .usage, "salt"),
      (
        "exchange order TKA/WKLAY --sell 5 --price 0.3 --salt 0x1\(String(repeating: "0", count: 64)) --from teacher",
        .usage, "salt"
      ),
      ("exchange cancel 0x12 --from teacher --yes", .usage, "0x12"),
      ("exchange book TKA/WKLAY --relay http://127.0.0.1:1", .nodeUnavailable, "relay"),
      ("exchange buy TKA/WKLAY 1 --relay http://127.0.0.1:1 --from student --yes", .nodeUnavailable, "relay"),
    ] {
      let run = await home.run(line)
      #expect(run.status == status && (run.errors + run.output).contains(word), "\(line): \(run.status) \(run.errors)")
    }
  }

  @Test("An order that is over before a relay takes it is told of before it is signed, unless it is for no relay")
  func shortOrder() async throws {
    let home = try await ExchangeHome()
    let line = "exchange order TKA/WKLAY --sell 5 --price 0.3 --protocol v4 --from teacher --dry-run --expires"
    for (end, isTold) in [("1s", true), ("30s", true), ("31s", false), ("1s --file \(home.file("order.json"))", false)]
    {
      let run = await home.run("\(line) \(end)")
      #expect(run.status == .success, "\(end): \(run.errors)")
      #expect(run.errors.contains("takes none that ends within 30 seconds") == isTold, "\(end): \(run.errors)")
    }
  }

  @Test(
    "A review shows both sides of the deal and is asked about", arguments: ["C.UTF-8", "ko_KR.UTF-8", "uk_UA.UTF-8"])
  func languages(locale: String) async throws {
    let home = try await ExchangeHome()
    _ = try await home.json("exchange order TKA/WKLAY --sell 100 --price 0.3 --from teacher --yes")
    try await home.settle()
    let run = await home.run(
      "exchange buy TKA/WKLAY 10 --from student", language: locale, answers: ["y", "y", "y"])
    #expect(run.status == .success, "\(run.errors)")
    let question = run.questions.joined()
    let number = locale.hasPrefix("uk") ? "0,3 WKLAY" : "0.3 WKLAY"
    #expect(question.contains("10 TKA") && question.contains("3 WKLAY") && question.contains(number), "\(question)")
    let book = await home.run("exchange book TKA/WKLAY", language: locale)
    #expect(book.output.contains("90 TKA"), "\(book.output)")
    let orders = await home.run("exchange orders", language: locale)
    #expect(orders.output.contains("100 TKA"), "\(orders.output)")
  }
}
