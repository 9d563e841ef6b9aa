import ContractClient
import Exchange
import Keys
import Localization
import NodeRPC
import Orders
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures exchange approve --permit", .timeLimit(.minutes(10)))
struct ExchangePermitTests {
  @Test("an allowance is signed by the owner and sent by another account, once")
  func permit() async throws {
    let home = try await ExchangeHome()
    let before = try await home.connection.node.balance(of: home.teacher.address, at: .latest)
    let line = "exchange approve TKA 25 --permit --from teacher"
    let done = try await home.json("\(line) --submit-from student --yes")
    #expect(done["before"]?["value"] == "0" && done["after"]?["value"] == "25", "\(done)")
    #expect(done["steps"]?.array?.count == 1 && done["permit"]?["nonce"] == "0", "\(done)")
    #expect(done["permit"]?["owner"] == .string(home.teacher.address.checksummed))
    #expect(try await home.connection.node.balance(of: home.teacher.address, at: .latest) == before)
    let again = try await home.json("\(line) --submit-from student --yes")
    #expect(again["steps"] == [] && again["transaction"] == .null && again["permit"] == .null, "\(again)")
    let own = try await home.json("exchange approve TKA 30 --permit --from teacher --protocol v1 --yes")
    #expect(own["after"]?["value"] == "30" && own["permit"]?["nonce"] == "1", "\(own)")
    // The coin as a token has no permits, and would swallow none.
    let coin = try await home.json("exchange approve WKLAY 1 --permit --from teacher --yes")
    #expect(coin["code"] == "exchange.unsupportedToken", "\(coin)")
    let dry = try await home.json("exchange approve TKA 99 --permit --from teacher --dry-run")
    #expect(dry["permit"]?["nonce"] == "2" && dry["transaction"] == .null && dry["after"] == dry["before"], "\(dry)")
    let shown = await home.run("exchange approve TKA 99 --permit --from teacher --dry-run")
    #expect(shown.status == .success && shown.output.contains("nothing was signed"), "\(shown.errors)\(shown.output)")
    for tail in ["--unlimited --permit", "--revoke --permit", "1 --submit-from student"] {
      #expect((await home.run("exchange approve TKA \(tail) --from teacher --yes")).status == .usage, "\(tail)")
    }
  }

  @Test("a signed allowance that somebody else brought there first is no failure")
  func beaten() async throws {
    let home = try await ExchangeHome()
    let calls = ExchangeCalls(home.contracts, over: home.connection)
    let permit = try await calls.permit(
      of: home.base, amount: UInt256(40_000_000_000_000_000_000), for: .v4, by: home.teacher.address)
    var environment = home.environment
    environment["LECTURES_PASSWORD_FILE"] = nil
    let run = await CommandRun(
      "exchange approve TKA 40 --permit --from teacher".split(separator: " ").map(String.init),
      environment: environment, answers: ["y", WalletHome.password, "y"]
    ) { turn in
      guard turn == 3 else { return }
      do {
        let call = try await calls.permit(permit, signedBy: home.teacher, sentBy: home.student.address)
        _ = try await call.prepare(from: home.student.address).send(from: home.student)
      } catch {
        Issue.record(error)
      }
    }
    #expect(run.status == .success, "\(run.errors)\(run.questions)")
    #expect(run.errors.contains("Somebody else") && run.output.contains("40 TKA"), "\(run.errors)\(run.output)")
    let count = try await CampusToken(address: home.base, connection: home.connection).nonces(
      arg0: home.teacher.address
    ).call()
    #expect(count == 1)
  }

  @Test("speaks Korean and Ukrainian", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    let home = try await ExchangeHome()
    let run = await home.run(
      "exchange approve TKA 70 --permit --from teacher --yes --language \(language.rawValue)")
    let all = run.output + run.errors
    #expect(run.status == .success, "\(all)")
    #expect(ForeignWords.of(all, besides: ["TKA", "KLAY", "teacher", "v", "http"]) == [], "\(all)")
  }
}
