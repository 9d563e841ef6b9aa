import GasPrices
import Localization
import Outbox
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import WebApp

/// Pages and commands over one home and one chain.
@Suite("Pages show the facts that `--json` of the command has", .timeLimit(.minutes(20))) struct SameFactsTests {
  /// A home whose student bought lecture 0 in its first run and rated it; lecture 1 was settled and opened again.
  private func taughtHome() async throws -> MarketHome {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Soil --from teacher --yes", "create --price 7 --title Maps --from teacher --yes",
      "create --price 3 --title Seas --from owner --yes", "purchase 0 --price 10 --from student --yes",
      "purchase 1 --price 7 --from student --yes", "evaluate 0 --scores 100,80,34,77,99 --from student --yes",
      "settle 1 --from owner --yes", "reopen 1 --price 8 --from teacher --yes")
    return home
  }

  private func card(leadingTo path: String, on page: PagePart) throws -> PagePart {
    try #require(page.cards.first { $0.leads(to: path) }, "\(path): \(page)")
  }

  /// Expects the price, the title and the number of a lecture, and more where a page has it.
  private func expect(_ lecture: JSON?, on part: PagePart) throws {
    let (title, price) = (try #require(lecture?["title"]?.string), try #require(lecture?["price"]?.int))
    #expect(part.shows(title) && part.shows("\(price) KLAY"), "\(part)")
    #expect(part.names(try #require(lecture?["teacher"]?.string)), "\(part)")
    if let average = lecture?["average"]?.int, let count = lecture?["ratings"]?.int {
      #expect(
        part.shows(LecturePageText.rating(average: "\(average)", count: UInt256(count)).english), "\(part)")
    } else {
      #expect(part.shows(LecturePageText.notRated.english), "\(part)")
    }
  }

  @Test("of all lectures, of one, and of the averages, on one's own pages and for programs")
  func lectures() async throws {
    let home = try await taughtHome()
    let (own, platform) = (
      try await HomePages(home.environment, account: "student"), try await HomePages(platform: home.environment)
    )
    let listed = try #require(try await home.json("list")["lectures"]?.array)
    #expect(listed.count == 3)
    #expect(try await platform.json("/api/v1/lectures")["lectures"]?.array == listed)
    let all = try await own.page("/lectures?all=yes")
    #expect(all.cards.count == listed.count)
    let averages = try #require(try await home.json("average --all")["averages"]?.array)
    for (lecture, average) in zip(listed, averages) {
      let number = try #require(lecture["number"]?.int)
      let students = UInt256(try #require(lecture["students"]?.int))
      let card = try card(leadingTo: "/lectures/\(number)", on: all)
      try expect(lecture, on: card)
      #expect(card.shows(LecturePageText.students(students).english), "\(card)")

      let shown = try await home.json("show \(number)")["lecture"]
      #expect(shown == lecture && average["lecture"] == lecture["number"] && average["average"] == lecture["average"])
      for pages in [own, platform] {
        let page = try await pages.page("/lectures/\(number)")
        try expect(shown, on: page)
        #expect(page.shows(amount: shown?["escrow"]), "\(page)")
        let run = try #require(shown?["run"]?.int)
        #expect(page.shows("\(LecturePageText.runs.english) \(run)"), "\(page)")
        #expect(page.shows("\(LecturePageText.studentsTitle.english) \(students)"), "\(page)")
        #expect(shown?["open"] == true && page.shows(LecturePageText.open.english), "\(page)")
      }
    }
  }

  @Test("of what a student bought and rated")
  func mine() async throws {
    let home = try await taughtHome()
    let bought = try #require(try await home.json("mine --from student")["lectures"]?.array)
    let page = try await HomePages(home.environment, account: "student").page("/mine")
    #expect(bought.count == 2 && page.cards.count == 2, "\(page)")
    for purchase in bought {
      let number = try #require(purchase["lecture"]?["number"]?.int)
      let card = try card(leadingTo: "/lectures/\(number)", on: page)
      let (run, price) = (try #require(purchase["run"]?.int), try #require(purchase["price"]?.int))
      #expect(card.shows(LecturePageText.run(UInt64(run)).english) && card.shows("\(price) KLAY"), "\(card)")
      #expect(card.shows(try #require(purchase["lecture"]?["title"]?.string)), "\(card)")
      #expect(card.leads(to: "/lectures/\(number)/rate") == (purchase["canRate"] == true), "\(card)")
      let scores = ["preparation", "content", "proceeding", "communication", "satisfaction"].compactMap {
        purchase["scores"]?[$0]?.int
      }
      let said = MinePageText.yourScores(scores.map { "\($0)" }.joined(separator: ", ")).english
      #expect(scores.isEmpty ? !card.description.contains("scores") : card.shows(said), "\(card)")
    }
  }

  @Test("of what a teacher opened: the students and the money of each run")
  func teaching() async throws {
    let home = try await taughtHome()
    let told = try await home.json("mine --teaching --from teacher")
    let page = try await HomePages(home.environment, account: "teacher").page("/mine/teaching")
    #expect(page.shows(amount: told["held"]) && page.shows(amount: told["income"]), "\(page)")
    let entries = try #require(told["teaching"]?.array)
    let runs = entries.flatMap { entry in (entry["runs"]?.array ?? []).map { (entry["lecture"], $0) } }
    #expect(runs.count == 3 && page.rows.count >= 3, "\(page)")
    for (lecture, run) in runs {
      let (number, title) = (try #require(run["run"]?.int), try #require(lecture?["title"]?.string))
      let (price, students) = (try #require(run["price"]?.int), try #require(run["students"]?.int))
      let row = try #require(page.rows.first { $0.shows("\(title) \(number) \(price) KLAY \(students)") }, "\(page)")
      #expect(row.shows(amount: run["held"]), "\(row)")
      if run["open"] == false { #expect(row.shows(amount: run["income"]), "\(row)") }
    }
  }

  @Test("of the receipt of a purchase in an earlier run, and of what the chain does not bear out of a forged one")
  func receipts() async throws {
    let home = try await taughtHome()
    let pages = try await HomePages(home.environment, account: "student")
    let made = try await home.json("receipt 1 --run 0 --from student")
    let (link, facts) = (try #require(made["link"]?.string), try #require(made["receipt"]))
    let page = try await pages.page("/lectures/1/runs/0/receipt")
    let check = try await pages.page("/receipts?receipt=\(PercentCoding.encoded(link))")
    for part in [page, check] {
      #expect(part.shows(try #require(made["title"]?.string)) && part.shows("7 KLAY"), "\(part)")
      #expect(part.shows(try #require(facts["transaction"]?.string)), "\(part)")
      #expect(part.shows(try #require(facts["block"]?.string)), "\(part)")
      #expect(part.names(try #require(facts["student"]?.string)), "\(part)")
    }
    #expect(page.shows(link) && check.shows(ReceiptPageText.good.english), "\(page) \(check)")
    for (part, other) in [("price=7", "price=6"), ("run=0", "run=1"), ("lecture=1", "lecture=0")] {
      let forged = link.replacing(part, with: other)
      let told = try JSON(parsing: await home.run("receipt check \(forged) --json").output)["result"]
      let reasons = try #require(told?["mismatches"]?.array).compactMap(\.string)
      let shown = try await pages.page("/receipts?receipt=\(PercentCoding.encoded(forged))")
      #expect(shown.shows(ReceiptPageText.notGood.english) && !reasons.isEmpty, "\(shown)")
      #expect(reasons.allSatisfy { shown.shows($0) }, "\(reasons) \(shown)")
    }
  }

  @Test("of the students of each run")
  func students() async throws {
    let home = try await taughtHome()
    let pages = try await HomePages(home.environment, account: "teacher")
    for (lecture, run, count) in [(0, 0, 1), (1, 0, 1), (1, 1, 0)] {
      let told = try #require(try await home.json("students \(lecture) --run \(run)")["students"]?.array)
      let page = try await pages.page("/lectures/\(lecture)/runs/\(run)/students")
      #expect(told.count == count && page.rows.count == count, "\(page)")
      for (student, row) in zip(told, page.rows) {
        let (price, block) = (try #require(student["price"]?.int), try #require(student["block"]?.int))
        let rated = student["rated"] == true ? StudentsPageText.yes : .no
        #expect(row.names(try #require(student["address"]?.string)), "\(row)")
        #expect(row.shows("\(price) KLAY \(rated.english) \(block)"), "\(row)")
      }
    }
  }

  @Test("of balances and wallets")
  func balances() async throws {
    let home = try await taughtHome()
    let pages = try await HomePages(home.environment, account: "student")
    let wallets = try #require(try await home.json("wallet list")["accounts"]?.array)
    let list = try await pages.page("/wallets")
    #expect(wallets.count == 3 && list.cards.count == 3, "\(list)")
    for wallet in wallets {
      let (name, address) = (try #require(wallet["name"]?.string), try #require(wallet["address"]?.string))
      let card = try card(leadingTo: "/wallets/\(name)", on: list)
      #expect(card.names(address) && card.shows(name), "\(card)")
      let balance = try await home.json("balance \(name)")["balances"]?[0]
      #expect(balance?["address"]?.string == address && balance?["balance"] == wallet["balance"])
      let page = try await pages.page("/wallets/\(name)")
      #expect(page.shows(amount: balance?["balance"]), "\(page)")
    }
  }

  @Test("of the transactions that were sent from here")
  func transactions() async throws {
    let home = try await taughtHome()
    let pages = try await HomePages(home.environment, account: "student")
    let intents = try #require(try await home.json("tx list")["intents"]?.array)
    let rows = try await pages.page("/transactions").rows
    // The contract's deployment, three lectures, two purchases, a rating, a settlement and a further run.
    #expect(intents.count == 9 && rows.count == intents.count)
    for (intent, row) in zip(intents, rows) {
      let number = try #require(intent["intent"]?.int)
      let hash = try #require(intent["attempts"]?[0]?["hash"]?.string)
      let shown = try await home.json("tx show \(hash)")
      #expect(shown["status"] == "succeeded" && shown["outbox"]?["intent"] == intent["intent"], "\(shown)")
      #expect(row.leads(to: "/transactions/\(number)"), "\(row)")
      let state = try #require(
        intent["state"]?.string.flatMap(IntentState.init(rawValue:)).map { StateWord($0).english })
      #expect(row.shows(state), "\(row)")
      let page = try await pages.page("/transactions/\(number)")
      let account = try #require(intent["account"]?.string)
      #expect(page.shows(state) && page.shows(account) && page.shows(hash), "\(page)")
      // The outbox's number stands in the title alone: among the facts it would pass for that of a lecture.
      #expect(!page.shows("\(TransactionLabel.number.english) \(number)"), "\(page)")
      #expect(page.shows(amount: intent["cost"]), "\(page)")
      // What moves no money says nothing of an amount.
      let isPaid = intent["value"]?["value"]?.string != "0"
      #expect(page.shows(TransactionLabel.money.english) == isPaid, "\(page)")
      #expect(!isPaid || page.shows(amount: intent["value"]), "\(page)")
      if let receiver = intent["to"]?.string { #expect(page.shows(receiver), "\(page)") }
    }
  }

  @Test("of the price of gas")
  func gas() async throws {
    let home = try await MarketHome()
    let told = try await home.json("gas")
    let page = try await HomePages(home.environment).page("/gas")
    let tiers = try #require(told["tiers"]?.array)
    #expect(tiers.count == 3 && page.cards.count >= 3, "\(page)")
    for (tier, card) in zip(tiers, page.cards) {
      let price = try UInt256(parsing: try #require(tier["price"]?.string))
      #expect(card.description.contains(PriceText.gwei(price)), "\(card)")
    }
    let block = try #require(told["block"]?.int)
    #expect(page.shows("\(GasPageText.block.english) \(Language.english.grouped(block))"), "\(page)")
  }

  /// Whether a request is for the rates of the day, and not for their past.
  private static func isOfTheDay(_ path: String) -> Bool { path.hasPrefix("/bank.gov.ua/NBUStatService/") }

  @Test("of the rates of exchange, out of what both were told once")
  func rates() async throws {
    let sources = try RecordedSources()
    let home = WalletHome()
    home.environment["LECTURES_RATES_MIRROR"] = sources.url
    home.environment["LECTURES_RATES_SOURCES"] = "nbu"
    let told = try #require(try await home.json("rates USD EUR --market nbu --no-news")["rates"]?.array)
    let asked = sources.asked.filter(Self.isOfTheDay)
    let page = try await HomePages(home.environment).page("/rates?market=nbu&all=yes")
    #expect(told.count == 2 && sources.asked.filter(Self.isOfTheDay) == asked, "\(sources.asked)")
    for rate in told {
      let base = try #require(rate["base"]?.string)
      let row = try #require(page.rows.first { $0.shows(base) }, "\(page)")
      #expect(row.shows(try #require(rate["mid"]?.string)), "\(row)")
      #expect(page.shows(try #require(rate["asOfDay"]?.string)), "\(page)")
    }
  }

  @Test("of a pair's book and one's own orders")
  func exchange() async throws {
    let home = try await ExchangeHome()
    for terms in ["--sell 100 --price 0.3", "--sell 50 --price 0.35", "--buy 20 --price 0.25"] {
      let made = await home.run("exchange order TKA/WKLAY \(terms) --protocol v4 --from teacher --yes")
      try #require(made.status == .success, "\(made.errors)")
    }
    try await home.settle()
    let book = try await home.json("exchange book TKA/WKLAY")
    let page = try await HomePages(home.environment, account: "teacher").page("/exchange/TKA-WKLAY")
    for (side, word) in [("asks", ExchangePageText.sells), ("bids", .buys)] {
      let levels = try #require(book[side]?.array)
      #expect(levels.count == (side == "asks" ? 2 : 1), "\(book)")
      for level in levels {
        let numbers = try [level["price"]?["value"], level["amount"]?["value"], level["total"]?["value"]].map {
          try #require($0?.string)
        }
        let line = ([word.english] + numbers).joined(separator: " ")
        #expect(page.rows.contains { $0.shows(line) }, "\(line): \(page)")
      }
    }
    let orders = try #require(try await home.json("exchange orders")["orders"]?.array)
    #expect(orders.count == 3)
    for order in orders {
      let hash = try #require(order["orderHash"]?.string)
      #expect(order["state"] == "open" && page.cards.contains { $0.offers(hash) }, "\(hash): \(page)")
    }
  }
}
