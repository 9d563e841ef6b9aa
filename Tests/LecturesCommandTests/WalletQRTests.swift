import Foundation
import Keystores
import NodeDoubles
import Primitives
import QRCodes
import StrictJSON
import Testing
import WalletBook

@testable import LecturesCommand

@Suite("lectures wallet qr and scan")
struct WalletQRTests {
  private static let school = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"

  private func fixture() async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode { $0.balances = [WalletHome.owner.lowercased(): 100] }
    home.use(node)
    return (home, node)
  }

  private func draw(_ text: String, _ home: WalletHome, _ name: String = "code.png") async throws -> String {
    let path = home.file(name)
    try await PrivateFile.write(try QRCode(text).picture(scale: 4).png(), to: path, replacing: true)
    return path
  }

  @Test("draw an address without asking anybody, in the terminal and as pictures")
  func address() async throws {
    let home = await WalletHome.withOwner()
    let run = await home.run("wallet qr owner --endpoint http://127.0.0.1:1")
    #expect(run.status == .success)
    #expect(run.output.hasSuffix("\n\(WalletHome.owner)\n"))
    #expect(run.output.split(separator: "\n").first?.allSatisfy { $0 == "█" } ?? false)
    let colours = await home.run("wallet qr owner", terminal: 120)
    #expect(colours.output.hasPrefix("\u{1B}[30;107m   "))
    #expect(await home.run("wallet qr owner", terminal: 30).output.contains("too narrow"))
    #expect(await home.run("wallet qr owner --output \(home.file("a.png"))").status == .success)
    #expect(
      try Picture(file: Bytes(PrivateFile.read(home.file("a.png"), limit: 1 << 20).bytes)).codes() == [WalletHome.owner]
    )
    #expect(await home.run("wallet qr owner --output \(home.file("a.svg")) --level H").status == .success)
    #expect(home.directory.read("a.svg")?.hasPrefix("<svg") ?? false)
    #expect(await home.run("wallet qr owner --output \(home.file("a.png"))").status == .failure)
    #expect(await home.run("wallet qr owner --output \(home.file("a.gif"))").status == .usage)
  }

  @Test(
    "of any address and any request are read back, at every level of correction",
    arguments: QRCode.ErrorCorrection.allCases)
  func readBack(level: QRCode.ErrorCorrection) throws {
    for number in 1...40 as ClosedRange<UInt64> {
      // Numbers that look random and are the same in every run.
      let digest = Keccak256.hash(Hash32(UInt256(number)).bytes)
      let other = Keccak256.hash(digest.bytes)
      let recipient = Address(truncating: digest)
      let amount = try UInt256(bigEndian: other.bytes.prefix(Int(number % 33)))
      let request = PaymentRequest(
        to: recipient, token: number % 3 == 0 ? Address(truncating: other) : nil, amount: amount,
        chainID: UInt256(number * number))
      for text in [recipient.checksummed, request.text] {
        let picture = try QRCode(text, errorCorrection: level).picture(scale: 4)
        let read = try Picture(file: try picture.png()).codes()
        #expect(read == [text])
        #expect(try PaymentRequest(parsing: read.first ?? "").recipient == recipient)
      }
    }
  }

  @Test("ask for an amount on a chain")
  func request() async throws {
    let (home, _) = try await fixture()
    let json = try await home.json("wallet qr owner --amount 1.5")
    #expect(json["text"]?.string == "ethereum:\(WalletHome.owner)@1337?value=1500000000000000000")
    let kaia = try await home.json("wallet qr \(Self.school) --amount 2 --network kaia")
    #expect(kaia["chainId"] == "8217" && kaia["amount"] == "2000000000000000000")
    #expect(await home.run("wallet qr owner --amount 0").status == .usage)
  }

  @Test("ask for the chain's own coin: that of another family is refused, parts of a coin have the names of both")
  func coin() async throws {
    let (home, _) = try await fixture()
    for (network, amount, coin) in [
      ("mainnet", "1000 KLAY", "ETH"), ("sepolia", "1kaia", "ETH"), ("kaia", "1000 ETH", "KAIA"),
      ("kairos", "1 ether", "KAIA"), ("kaia", "1 KLAY", nil), ("mainnet", "1 ETH", nil), ("mainnet", "5 ston", nil),
      ("kaia", "5 gwei", nil), ("local", "1 ether", nil),
    ] as [(String, String, String?)] {
      let run = await home.run("wallet qr owner --network \(network) --amount", amount)
      #expect(run.status == (coin == nil ? .success : .usage), "\(amount) on \(network): \(run.errors)")
      if let coin { #expect(run.errors.contains("the coin of \(network) is \(coin)."), "\(run.errors)") }
    }
  }

  @Test("a request is scanned, shown, paid")
  func pay() async throws {
    let (home, node) = try await fixture()
    let file = home.file("request.png")
    _ = await home.run("wallet qr \(Self.school) --amount 1.5 --output \(file)")
    let read = await home.run("wallet scan \(file) --read")
    #expect(read.output == "To      \(Self.school)\nAmount  1.5 KLAY\nChain   1337\n")
    let run = await home.run("wallet scan \(file) --from owner", answers: ["y"])
    #expect(run.status == .success, "\(run.errors)")
    #expect(
      run.questions.first?.hasPrefix("Send 1.5 KLAY?\n  To           \(Self.school)\n  Scanned      ethereum:") ?? false
    )
    #expect(run.output.hasPrefix("Sent 1.5 KLAY to \(Self.school).\n"))
    #expect(node.sent.count == 1)
    #expect(await home.run("wallet scan \(file)", answers: ["n"]).status == .notConfirmed)
    #expect(node.sent.count == 1)
  }

  @Test("a code that says much hides nothing of what it costs")
  func long() async throws {
    let (home, _) = try await fixture()
    let notes = (1...6).map { "&note\($0)=" + String(repeating: "x", count: 200) }.joined()
    let file = try await draw("ethereum:\(Self.school)?value=1e18\(notes)", home)
    let question = try #require(await home.run("wallet scan \(file)", answers: ["n"]).questions.first)
    #expect(question.contains("Scanned      ethereum:\(Self.school)?value=1e18&note1=xxx"))
    #expect(question.split(separator: "\n").allSatisfy { $0.count <= 180 } && question.count < 1200, "\(question)")
    let silent = try await draw("ethereum:\(Self.school)?\(notes.dropFirst())", home)
    let missing = await home.run("wallet scan \(silent)")
    #expect(missing.errors.contains("does not say how much") && missing.errors.count < 500)
  }

  @Test("an invitation is none, and is told by its name", arguments: ["en", "ko", "uk"])
  func invitation(language: String) async throws {
    let (home, _) = try await fixture()
    let link = "lectures:join?network=kaia&chain=8217&contract=\(Self.school)&block=1"
    let file = try await draw(link, home)
    for options in ["", " --read"] {
      let run = await home.run("wallet scan \(file)\(options) --language \(language)")
      #expect(run.status == .usage && run.errors.contains("lectures network use \(file)"), "\(run.errors)")
    }
    #expect(try await home.json("wallet scan \(file)")["code"] == "qr.invitation")
  }

  @Test("what a request says is told as people read it, and nothing in it reaches the terminal as it is")
  func told() async throws {
    let (home, _) = try await fixture()
    let file = try await draw("ethereum:\(Self.school)@1?value=2e18&label=School%20fee%1b%5b2J", home)
    let read = await home.run("wallet scan \(file) --read")
    #expect(
      read.output.contains("Amount  2 ETH\n") && read.output.contains("label: School fee\\u{1b}[2J"), "\(read.output)")
    let token = try await draw("ethereum:\(Self.school)/transfer?address=\(WalletHome.owner)&uint256=7", home)
    #expect(await home.run("wallet scan \(token) --read").output.contains("7 of the smallest unit"))
  }

  @Test("an address alone needs an amount, and a request takes none")
  func amounts() async throws {
    let (home, node) = try await fixture()
    let alone = try await draw(Self.school, home)
    let missing = await home.run("wallet scan \(alone)")
    #expect(missing.status == .usage && missing.errors.contains("--amount AMOUNT"))
    #expect(await home.run("wallet scan \(alone) --amount 2", answers: ["y"]).output.hasPrefix("Sent 2 KLAY"))
    let full = try await draw("ethereum:\(Self.school)?value=1e18", home)
    #expect(await home.run("wallet scan \(full) --amount 2", answers: ["y"]).status == .usage)
    #expect(node.sent.count == 1)
    let open = try await draw("ethereum:\(Self.school)?value=0", home)
    #expect(await home.run("wallet scan \(open) --amount 3", answers: ["y"]).output.hasPrefix("Sent 3 KLAY"))
  }

  @Test(
    "what is hostile, mistyped or for another chain is refused before anybody is asked",
    arguments: [
      ("ethereum:0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07Fb?value=1", LecturesCommand.ExitStatus.usage, "checksum"),
      ("ethereum:\(school)@8217?value=1", .wrongChain, "To pay there: --network kaia"),
      ("ethereum:\(school)@99?value=1", .wrongChain, "chain 99"),
      ("ethereum:\(school)?value=0", .usage, "does not say how much"),
      ("ethereum:\(school)?value=1.5", .usage, "no whole number"),
      ("ethereum:\(school)?value=1&req-x=1", .usage, "req-x"),
      ("ethereum:school.eth?value=1", .usage, "no service of names"),
      ("https://example.com/pay", .usage, "not of ethereum"),
      ("ethereum:\(school)/approve?address=\(school)&uint256=1", .usage, "approve"),
      ("\u{1B}[31mhello", .usage, "blanks or other"),
    ])
  func refused(text: String, status: LecturesCommand.ExitStatus, words: String) async throws {
    let (home, node) = try await fixture()
    let run = await home.run("wallet scan \(try await draw(text, home))", answers: ["y"])
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.questions.isEmpty && node.sent.isEmpty)
  }

  @Test("pictures without a code, with two, or that are none are told as what they are")
  func pictures() async throws {
    let (home, _) = try await fixture()
    let (one, two) = (try QRCode("one").picture(scale: 4), try QRCode("two").picture(scale: 4))
    let both = try Picture(points: one.points + two.points, width: one.width, height: one.height * 2)
    try await PrivateFile.write(try both.png(), to: home.file("two.png"))
    #expect(await home.run("wallet scan \(home.file("two.png"))").errors.contains("There are 2 QR codes"))
    let paper = try Picture(points: Array(repeating: 255, count: 400), width: 20, height: 20)
    try await PrivateFile.write(try paper.png(), to: home.file("none.png"))
    #expect(await home.run("wallet scan \(home.file("none.png"))").errors.contains("There is no QR code"))
    home.directory.write("\u{FFFD}", to: "x.png")
    #expect(await home.run("wallet scan \(home.file("x.png"))").status == .usage)
    #expect(await home.run("wallet scan \(home.file("missing.png"))").status == .usage)
    home.directory.write("\0\0\0\u{18}ftypheic", to: "phone.heic")
    let phone = await home.run("wallet scan \(home.file("phone.heic"))")
    #expect(phone.status == .usage && phone.errors.contains("HEIC") && phone.errors.contains("Convert it to JPEG"))
  }
}
