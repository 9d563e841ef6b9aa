import Keystores
import NodeDoubles
import Primitives
import QRCodes
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("What --yes does not agree to")
struct ReceiverRiskTests {
  private static let school = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"
  /// Begins and ends like the school.
  private static let poison = "0x5cb00000000000000000000000000000000007fb"
  private static let nobody = "0x0000000000000000000000000000000000000000"

  /// The owner has 9,000 coins, and as many of a token whose contract is the student's address.
  private func fixture() async throws -> (WalletHome, StubNode) {
    let home = await WalletHome.withOwner()
    let node = try StubNode { chain in
      chain.balances = [WalletHome.owner.lowercased(): 9000]
      chain.contracts = [WalletHome.student.lowercased()]
      chain.answers["eth_call"] = { call, _ in
        let data = call.params.first?["data"]?.string ?? call.params.first?["input"]?.string ?? ""
        let word =
          switch data.prefix(10) {
          case "0x313ce567": "00"
          case "0x70a08231": "2328"
          default: "01"
          }
        return .result(.string("0x" + String(repeating: "0", count: 64 - word.count) + word))
      }
    }
    home.use(node)
    _ = await home.run("contact add school \(Self.school)")
    return (home, node)
  }

  private func draw(_ text: String, _ home: WalletHome) async throws -> String {
    let path = home.file("code.png")
    try await PrivateFile.write(try QRCode(text).picture(scale: 4).png(), to: path, replacing: true)
    return path
  }

  @Test("a look-alike, the zero address and a token's own contract need a flag each, beside --yes")
  func receivers() async throws {
    let (home, node) = try await fixture()
    let token = "--token \(WalletHome.student)"
    for (line, code, flag) in [
      ("--to \(Self.poison) --amount 1", "receiver.lookAlike", "--to-look-alike"),
      ("--to \(Self.nobody) --amount 1", "receiver.zeroAddress", "--to-zero-address"),
      ("--to \(Self.nobody) --amount 2 \(token)", "receiver.zeroAddress", "--to-zero-address"),
      ("--to \(Self.poison) --amount 3 \(token)", "receiver.lookAlike", "--to-look-alike"),
      ("--to \(WalletHome.student) --amount 4 \(token)", "receiver.tokenContract", "--to-token-contract"),
    ] {
      let before = node.sent.count
      let command = "wallet transfer --yes \(line)"
      let refused = await home.run(command)
      #expect(refused.status == .notConfirmed && refused.errors.contains("add \(flag)."), "\(line): \(refused.errors)")
      #expect(try await home.json(command)["code"]?.string == code, "\(line)")
      for other in ["--to-look-alike", "--to-zero-address", "--to-token-contract"] where other != flag {
        #expect(await home.run("\(command) \(other)").status == .notConfirmed, "\(line) \(other)")
      }
      #expect(await home.run("\(command) --again --dry-run").status != .notConfirmed)
      #expect(node.sent.count == before, "\(line)")
      // A person is warned and asked, as ever.
      let asked = await home.run("wallet transfer \(line)", answers: ["n"])
      #expect(asked.questions.count == 1 && asked.errors.contains("warning: "), "\(line): \(asked.errors)")
      let meant = await home.run("\(command) \(flag)")
      #expect(meant.status == .success, "\(line): \(meant.errors)")
      #expect(node.sent.count == before + 1, "\(line)")
    }
    #expect(await home.run("wallet transfer --yes --to school --amount 5").status == .success)
  }

  @Test("a call that sends money, or transfers a token, needs the same flags beside --yes")
  func calls() async throws {
    let (home, node) = try await fixture()
    let token = "--contract \(WalletHome.student)"
    for (line, code, flag) in [
      ("transfer(address,uint256) \(Self.nobody) 2 \(token)", "receiver.zeroAddress", "--to-zero-address"),
      ("transfer(address,uint256) \(Self.poison) 3 \(token)", "receiver.lookAlike", "--to-look-alike"),
      ("transfer(address,uint256) \(WalletHome.student) 4 \(token)", "receiver.tokenContract", "--to-token-contract"),
      ("deposit() --value 1 --contract \(Self.nobody)", "receiver.zeroAddress", "--to-zero-address"),
      ("deposit() --value 1 --contract \(Self.poison)", "receiver.lookAlike", "--to-look-alike"),
    ] {
      let before = node.sent.count
      let command = "contract send --yes \(line)"
      let refused = await home.run(command)
      #expect(refused.status == .notConfirmed && refused.errors.contains("add \(flag)."), "\(line): \(refused.errors)")
      #expect(try await home.json(command)["code"]?.string == code && node.sent.count == before, "\(line)")
      // At an address without a contract a call is refused whoever agrees to it.
      let meant = await home.run("\(command) \(flag)")
      let isSent = line.contains(token)
      #expect(meant.status == (isSent ? .success : .wrongChain), "\(line): \(meant.errors)")
      #expect(node.sent.count == before + (isSent ? 1 : 0), "\(line)")
    }
    // A call that moves nothing of the sender's is no payment.
    let harmless = await home.run("contract send --yes touch() --contract \(Self.poison)")
    #expect(harmless.status == .wrongChain, "\(harmless.errors)")
  }

  @Test("a picture is paid with --yes only what --amount says, and of the money that --token says")
  func picture() async throws {
    let (home, node) = try await fixture()
    let coins = try await draw("ethereum:\(Self.school)?value=5e21", home)
    let silent = await home.run("wallet scan \(coins) --yes")
    #expect(silent.status == .usage && silent.errors.contains("say what you agree to pay"), "\(silent.errors)")
    #expect(silent.errors.contains("It asks for 5000 KLAY, to \(Self.school)."), "\(silent.errors)")
    let other = await home.run("wallet scan \(coins) --yes --amount 5")
    #expect(other.status == .usage && other.errors.contains("asks for 5000 KLAY, not for 5 KLAY"), "\(other.errors)")
    #expect(try await home.json("wallet scan \(coins) --yes --amount 5")["code"] == "qr.otherAmount")
    let foreign = try await home.json("wallet scan \(coins) --yes --amount 5000 --token \(WalletHome.student)")
    #expect(foreign["code"] == "qr.otherToken")
    #expect(node.sent.isEmpty)
    let paid = await home.run("wallet scan \(coins) --yes --amount 5000")
    #expect(paid.status == .success && node.sent.count == 1, "\(paid.errors)")

    let tokens = try await draw("ethereum:\(WalletHome.student)/transfer?address=\(Self.school)&uint256=7", home)
    let unsaid = await home.run("wallet scan \(tokens) --yes --amount 7")
    #expect(unsaid.status == .usage && unsaid.errors.contains("add --token \(WalletHome.student)"), "\(unsaid.errors)")
    let line = "wallet scan \(tokens) --yes --token \(WalletHome.student)"
    #expect(try await home.json("\(line) --amount 8")["code"] == "qr.otherAmount")
    #expect(node.sent.count == 1)
    let sent = await home.run("\(line) --amount 7")
    #expect(sent.status == .success && node.sent.count == 2, "\(sent.errors)")

    let poisoned = try await draw("ethereum:\(Self.poison)?value=1e18", home)
    let agreed = "wallet scan \(poisoned) --yes --amount 1 --to \(Self.poison)"
    #expect(try await home.json(agreed)["code"] == "receiver.lookAlike")
    #expect(await home.run("\(agreed) --to-look-alike").status == .success)
  }

  @Test("a picture pays nobody with --yes who has no name here and was not named with --to")
  func pictureOfStranger() async throws {
    let (home, node) = try await fixture()
    let stranger = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    let picture = try await draw("ethereum:\(stranger)?value=1e18", home)
    let line = "wallet scan \(picture) --yes --amount 1"
    for risky in ["", " --to-look-alike", " --again"] {
      let refused = await home.run(line + risky)
      #expect(refused.status == .usage && refused.errors.contains("add --to \(stranger)"), "\(refused.errors)")
    }
    #expect(try await home.json("\(line) --to school")["code"] == "qr.otherReceiver")
    // Who is asked sees whom it pays; an agreement that was given holds there, too.
    let other = await home.run("wallet scan \(picture) --to school", answers: ["y"])
    #expect(other.status == .usage && other.questions.isEmpty, "\(other.errors)")
    #expect(node.sent.isEmpty)
    let paid = await home.run("\(line) --to \(stranger)")
    #expect(paid.status == .success && node.sent.count == 1, "\(paid.errors)")
    _ = await home.run("contact add shop \(stranger)")
    #expect(await home.run("\(line) --again").status == .success)
    #expect(node.sent.count == 2)
  }
}
