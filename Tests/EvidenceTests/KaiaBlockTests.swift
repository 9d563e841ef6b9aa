import Evidence
import FixtureSupport
import Primitives
import StrictJSON
import Testing
import Transactions

@Suite("Bodies of Kaia's blocks", .enabled(if: KaiaFixture.isThere, "fixtures not found: set LECTURES_FIXTURES"))
struct KaiaBlockTests {
  @Test(
    "transactions and receipts have the roots in the header, in each of the three forms", arguments: KaiaFixture.all)
  func recorded(name: String) throws {
    let fixture = try KaiaFixture(name)
    var passed = 0
    for body in try fixture.bodies() where !body.receipts.isNull {
      let header = try fixture.header(body.number)
      let block = try KaiaBlock(
        header: header, transactions: body.raw, receipts: body.receipts, deriveSha: fixture.form(body.number))
      for (index, receipt) in try #require(body.receipts.array).enumerated() {
        let hash = try Hash32(try #require(receipt["transactionHash"]?.string))
        let proven = try #require(block.outcome(of: hash))
        #expect(proven.index == index && proven.block == header.checkpoint && proven.transaction.hash == hash)
        #expect(proven.succeeded == (receipt["txError"] == nil))
        #expect(proven.succeeded == (receipt["status"] == "0x1"))
        let nonce = proven.transaction.transaction.nonce
        let sender = try proven.transaction.sender()
        #expect(block.outcome(of: sender, nonce: nonce)?.index == index)
        #expect(block.outcome(of: sender, nonce: nonce + 100) == nil)
        #expect(block.outcome(of: .zero, nonce: nonce) == nil)
        passed += 1
      }
      #expect(block.outcome(of: Hash32.zero) == nil)
    }
    Fixtures.report("kaia_headers, receipts of \(name)", passed: passed)
  }

  @Test("a root of Kairos's tries is only a trie's")
  func kairos() throws {
    let fixture = try KaiaFixture("recorded-1001")
    for body in try fixture.bodies() {
      let header = try fixture.header(body.number)
      let items = try #require(body.raw.array).map { try Hex.decode(#require($0.string)) }
      let fitting = DeriveShaImpl.allCases.filter { $0.root(of: items) == header.transactionsRoot }
      // Of one item the binary tree and the concatenation are the same.
      let expected: [DeriveShaImpl] = body.number == 118_540_800 ? [.trie] : [.binary, .concatenation]
      #expect(fitting == expected)
    }
  }

  @Test("the roots of no items, of one and of odd numbers")
  func roots() {
    #expect(DeriveShaImpl.trie.root(of: []).hex == "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421")
    for form in [DeriveShaImpl.binary, .concatenation] {
      #expect(form.root(of: []).hex == "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
      #expect(form.root(of: [[1, 2]]) == Keccak256.hash([1, 2]))
    }
    let (a, b, c) = (Keccak256.hash([1]).bytes, Keccak256.hash([2]).bytes, Keccak256.hash([3]).bytes)
    let expected = Keccak256.hash(Keccak256.hash(a + b).bytes + Keccak256.hash(c + c).bytes)
    #expect(DeriveShaImpl.binary.root(of: [[1], [2], [3]]) == expected)
    #expect(DeriveShaImpl.concatenation.root(of: [[1], [2], [3]]) == Keccak256.hash([1, 2, 3]))
  }

  @Test("transactions may be told as objects, or as a block that has them", arguments: KaiaFixture.sealedHere)
  func objects(name: String) throws {
    let fixture = try KaiaFixture(name)
    let told = try #require(fixture.json["fullBlock"])
    let header = try KaiaHeader(json: told, chain: fixture.chain)
    let body = try #require(try fixture.bodies().first { $0.number == header.number })
    for transactions in [told, try #require(told["transactions"])] {
      let block = try KaiaBlock(
        header: header, transactions: transactions, receipts: body.receipts, deriveSha: fixture.form(header.number))
      #expect(block.transactions.count == body.raw.array?.count)
    }
  }

  @Test("lists that are not those of the header are refused", arguments: KaiaFixture.sealedHere)
  func damaged(name: String) throws {
    let fixture = try KaiaFixture(name)
    var refused = 0
    for body in try fixture.bodies() {
      let header = try fixture.header(body.number)
      let form = try fixture.form(body.number)
      let raw = try #require(body.raw.array)
      let receipts = try #require(body.receipts.array)
      func refuse(_ what: Comment, _ raw: [JSON], _ receipts: [JSON], _ form: DeriveShaImpl) {
        expect(.wrongRoot, .malformedTransaction, .malformedReceipt, when: what) {
          _ = try KaiaBlock(
            header: header, transactions: .array(raw), receipts: .array(receipts), deriveSha: form)
        }
        refused += 1
      }
      refuse("no transactions", [], [], form)
      refuse("one less", Array(raw.dropLast()), Array(receipts.dropLast()), form)
      refuse("a receipt less", raw, Array(receipts.dropLast()), form)
      refuse("the last one twice", raw + raw.suffix(1), receipts + receipts.suffix(1), form)
      // Of three a binary tree makes four itself.
      refuse("the last receipt twice", raw, receipts + receipts.suffix(1), form)
      refuse("hashes only", receipts.map { $0["transactionHash"] ?? .null }, receipts, form)
      if raw.count > 1 { refuse("another order", raw.reversed(), receipts, form) }
      for index in raw.indices {
        var other = receipts
        other[index] = receipts[index].with("gasUsed", "0x1")
        refuse("gas", raw, other, form)
        // The lie that frees money: what succeeded is said to have failed, and the other way round.
        let failed = receipts[index]["status"] == "0x0"
        other[index] = receipts[index].with("status", failed ? "0x1" : "0x0").with("txError", failed ? nil : "0x9")
        refuse("status", raw, other, form)
        other[index] = receipts[index].with("status", "0x0").with("txError", nil)
        refuse("a failure without its number", raw, other, form)
        other[index] = receipts[index].with("txError", "0x2")
        refuse("another failure", raw, other, form)
        if receipts[index]["logs"]?.array?.isEmpty == false {
          other[index] = receipts[index].with("logs", [])
          refuse("no logs", raw, other, form)
        }
        var exchanged = raw
        exchanged[index] = .string(try #require(raw[index].string).flipped(fromEnd: 3))
        refuse("a bit of a transaction", exchanged, receipts, form)
      }
      guard raw.count > 2 else { continue }
      for other in DeriveShaImpl.allCases where other != form { refuse("another form", raw, receipts, other) }
    }
    #expect(refused > 30)
  }

  @Test("receipts of eth_ methods are refused where one failed", arguments: KaiaFixture.sealedHere)
  func ethReceipts(name: String) throws {
    let fixture = try KaiaFixture(name)
    let receipts = try #require(fixture.json["ethForm"]?["receipts"]?.array)
    var refused = 0
    for receipt in receipts where receipt["status"] == "0x0" {
      expect(.malformedReceipt) { _ = try KaiaReceipt(json: receipt) }
      refused += 1
    }
    #expect(refused > 0 || receipts.allSatisfy { $0["status"] == "0x1" })
  }
}
