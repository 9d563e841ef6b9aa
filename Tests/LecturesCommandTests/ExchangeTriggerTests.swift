import ChainSupport
import ChildProcesses
import Dispatch
import Exchange
import FixtureSupport
import Foundation
import Locking
import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("lectures exchange trigger and daemon", .serialized, .timeLimit(.minutes(20)))
struct ExchangeTriggerTests {
  private static let one = UInt256(1_000_000_000_000_000_000)

  /// A home with a bid of the student's for 100 tokens at 0.29, and the teacher's leave to sell 200.
  private func home() async throws -> ExchangeHome {
    let home = try await ExchangeHome()
    let bid = try await home.json("exchange order TKA/WKLAY --buy 100 --price 0.29 --from student --yes")
    #expect(bid["state"] == "posted", "\(bid)")
    let approved = await home.run("exchange approve TKA 200 --from teacher --yes")
    #expect(approved.status == .success, "\(approved.errors)")
    try await home.settle()
    return home
  }

  /// Runs the daemon until it ends by itself, while blocks are made.
  private func once(_ home: ExchangeHome, _ line: String = "--from teacher") async throws -> CommandRun {
    let blocks = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(300))
        try await home.chain.mine()
      }
    }
    defer { blocks.cancel() }
    return await home.run("exchange daemon --once --every 1 \(line)")
  }

  private func states(_ home: ExchangeHome) async throws -> [String?] {
    try await home.json("exchange trigger list")["triggers"]?.array?.map { $0["state"]?.string } ?? []
  }

  @Test("A stop-loss fires after two blocks, is filled once, and removes the take-profit beside it")
  func stopLoss() async throws {
    let home = try await home()
    let added = try await home.json(
      "exchange trigger add TKA/WKLAY --when bid<=0.29 --sell 40 --slippage 1% --from teacher --yes")
    #expect(added["trigger"]?["state"] == "armed" && added["watched"] == false, "\(added)")
    let other = try await home.json(
      "exchange trigger add TKA/WKLAY --when bid>=0.35 --sell 40 --one-cancels-other 1 --from teacher --yes")
    #expect(other["trigger"]?["oneCancelsOther"] == 1, "\(other)")
    let run = try await once(home)
    #expect(run.status == .success && run.output.contains("fires at 0.29"), "\(run.output)\n\(run.errors)")
    #expect(try await states(home) == ["done", "removed"])
    #expect(try await home.balance(home.base, home.student) == 40 * Self.one)
    let list = try await home.json("exchange trigger list")
    #expect(list["triggers"]?[0]?["outcome"]?.string?.count == 66, "\(list)")
    #expect(list["triggers"]?[0]?["fired"]?["worst"]?["value"] == "0.2871", "\(list)")
    let again = try await once(home)
    #expect(again.status == .success, "\(again.errors)")
    #expect(try await home.balance(home.base, home.student) == 40 * Self.one)
  }

  @Test("Nothing fires for an amount that the price does not reach, nor once its time is over or it was removed")
  func still() async throws {
    let home = try await home()
    let thin = await home.run("exchange trigger add TKA/WKLAY --when bid<=0.29 --sell 150 --from teacher --yes")
    #expect(thin.status == .success && thin.errors.contains("less than the amount"), "\(thin.errors)")
    let far = try await home.json(
      "exchange trigger add TKA/WKLAY --when bid<=0.28 --sell 40 --expires 1s --from teacher --yes")
    #expect(far["trigger"]?["id"] == 2, "\(far)")
    _ = try await home.json("exchange trigger add TKA/WKLAY --when bid<=0.29 --sell 40 --from teacher --yes")
    #expect(try await home.json("exchange trigger remove 3")["removed"] == [3])
    let twice = await home.run("exchange trigger remove 3")
    #expect(twice.status != .success && twice.errors.contains("removed"), "\(twice.errors)")
    try await Task.sleep(for: .seconds(2))
    let run = try await once(home)
    #expect(run.status == .success, "\(run.errors)")
    #expect(try await states(home) == ["armed", "expired", "removed"])
    #expect(try await home.balance(home.base, home.student) == 0)
  }

  @Test("An order that was signed beforehand is posted without a key, and one that is not filled is reported once")
  func post() async throws {
    let home = try await home()
    let line = "exchange trigger add TKA/WKLAY --when bid<=0.3 --sell 40 --price 0.35 --post --from teacher --yes"
    let added = try await home.json(line)
    #expect(added["trigger"]?["way"] == "post", "\(added)")
    // Nobody posts it before its time, and another one that was removed never.
    let removed = try await home.json(
      "exchange trigger add TKA/WKLAY --when bid<=0.2 --sell 30 --price 0.36 --post --from teacher --yes")
    let number = try #require(removed["trigger"]?["id"])
    _ = try await home.json("exchange trigger remove \(number.serialized())")
    _ = try await home.json("exchange orders --post")
    try await home.settle()
    #expect(try await home.json("exchange book TKA/WKLAY")["asks"]?.array?.isEmpty == true)
    var environment = home.environment
    environment["LECTURES_PASSWORD_FILE"] = nil
    let blocks = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(300))
        try await home.chain.mine()
      }
    }
    let run = await CommandRun("exchange daemon --once --every 1", environment: environment)
    blocks.cancel()
    #expect(run.status == .success, "\(run.errors)")
    #expect(try await states(home) == ["done", "removed"])
    let book = try await home.json("exchange book TKA/WKLAY")
    #expect(book["asks"]?[0]?["price"]?["value"] == "0.35", "\(book)")
    // The order of one that fired stands: no second one is signed unasked.
    let again = await home.run(line)
    #expect(again.status == .notConfirmed && again.errors.contains("It can still be filled."), "\(again.errors)")
    // A deal whose bound the book does not have fails, and is over.
    _ = try await home.json("exchange trigger add TKA/WKLAY --when bid<=0.3 --sell 40 --price 0.5 --from teacher --yes")
    let failing = try await once(home)
    #expect(failing.status == .success && failing.output.contains("is failed"), "\(failing.output)")
    #expect(try await states(home) == ["done", "removed", "failed"])
    #expect(try await home.balance(home.base, home.student) == 0)
  }

  @Test("The order that is signed for one ends when it does, also where one like it was armed before")
  func ownEnd() async throws {
    let home = try await ExchangeHome()
    let line = "exchange trigger add TKA/WKLAY --when bid<=0.2 --sell 30 --price 0.36 --post --from teacher --yes"
    func ends(_ line: String) async throws -> UInt64 {
      let added = try await home.json(line)
      let number = try #require(added["trigger"]?["order"]?.int, "\(added)")
      let orders = try await home.json("exchange orders")["orders"]?.array ?? []
      // The newest stands first.
      let expiry = try UInt256(parsing: try #require(orders.first?["order"]?["expiry"]?.string, "\(orders)"))
      #expect(added["trigger"]?["expires"]?.int == Int(UInt64(clamping: expiry)), "\(added)")
      #expect(orders.count == number, "\(orders)")
      try await home.chain.advance(seconds: 600)
      return UInt64(clamping: expiry)
    }
    let first = try await ends(line)
    let second = try await ends("\(line) --again")
    #expect(second > first)
    for number in [1, 2] { _ = try await home.json("exchange trigger remove \(number)") }
    // The order of one that was removed is not taken up.
    #expect(try await ends(line) > second)
    #expect(try await home.json("exchange orders --post")["orders"]?[0]?["posted"] == false)
  }

  @Test("One that fails is listed with its reason, in tokens and with what to do")
  func reason() async throws {
    let home = try await home()
    _ = try await home.json("exchange trigger add TKA/WKLAY --when bid<=0.3 --sell 40 --from teacher --yes")
    let revoked = await home.run("exchange approve TKA --revoke --from teacher --yes")
    #expect(revoked.status == .success, "\(revoked.errors)")
    let run = try await once(home)
    #expect(run.output.contains("is failed") && run.output.contains("40 TKA are needed"), "\(run.output)")
    let problem = try #require(try await home.json("exchange trigger list")["triggers"]?[0]?["problem"]?.string)
    #expect(problem.contains("It may move 0 TKA, and 40 TKA are needed."), "\(problem)")
    #expect(problem.hasSuffix("lectures exchange approve TKA 40") && !problem.contains(".;"), "\(problem)")
    let list = await home.run("exchange trigger list")
    #expect(list.output.contains("Number 1: ") && list.output.contains(problem), "\(list.output)")
    #expect(try await home.balance(home.base, home.student) == 0)
  }

  @Test("One whose second transaction cannot be sent says that the first stands, and which it is")
  func firstStands() async throws {
    let home = try await home()
    _ = try await home.json("exchange order TKA/WKLAY --buy 100 --price 0.289 --protocol v1 --from student --yes")
    let approved = await home.run("exchange approve TKA 200 --protocol v1 --from teacher --yes")
    #expect(approved.status == .success, "\(approved.errors)")
    try await home.settle()
    _ = try await home.json(
      "exchange trigger add TKA/WKLAY --when bid<=0.29 --sell 150 --slippage 2% --from teacher --yes")
    // Both orders are cancelled before the daemon hears that its first transaction was taken, and mined.
    let node = FaultProxy.node(port: try #require(home.chain.url.split(separator: ":").last.flatMap { UInt16($0) }))
    let isFirst = Guarded(true)
    let proxy = try FaultProxy { body in
      let answer = node(body)
      guard String(decoding: body, as: UTF8.self).contains("\"eth_sendRawTransaction\""),
        isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        })
      else { return answer }
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        _ = await home.run("exchange cancel --all --from student --yes")
        done.signal()
      }
      done.wait()
      return answer
    }
    let run = try await once(home, "--from teacher --endpoint \(proxy.url)")
    #expect(run.status == .success && run.output.contains("is failed"), "\(run.output)\n\(run.errors)")
    let trigger = try #require(try await home.json("exchange trigger list")["triggers"]?[0])
    let problem = try #require(trigger["problem"]?.string)
    #expect(problem.contains("those before it stand") && problem.contains("is over"), "\(problem)")
    #expect(!problem.contains("nothing was sent") && !problem.contains("same command"), "\(problem)")
    #expect(trigger["outcome"]?.string?.count == 66, "\(trigger)")
    let sold = try await home.balance(home.base, home.student)
    #expect(sold > 0 && sold < 150 * Self.one, "\(sold)")
  }

  @Test("Warns at once of a condition that holds, and of what the account lacks, in each language")
  func warnings() async throws {
    let home = try await home()
    let line = "exchange trigger add TKA/WKLAY --when bid<=0.29 --sell 90 --from teacher --yes"
    for (language, words) in [
      ("en_US.UTF-8", "holds already"), ("ko_KR.UTF-8", "이미"), ("uk_UA.UTF-8", "вже справджується"),
    ] {
      let run = await home.run("\(line) --dry-run", language: language)
      #expect(run.status == .success && run.errors.contains(words), "\(run.errors)")
    }
    for (language, words) in [
      ("en_US.UTF-8", "Your own orders do not count"), ("ko_KR.UTF-8", "자신의 주문은"), ("uk_UA.UTF-8", "власні ордери"),
    ] {
      let run = await home.run("\(line) --dry-run", language: language)
      #expect(run.output.contains(words), "\(run.output)")
    }
    let poor = await home.run("exchange trigger add TKA/WKLAY --when bid<=0.2 --sell 90 --from student --yes")
    #expect(poor.errors.contains("holds only 0 TKA") && poor.errors.contains("may move only 0 TKA"), "\(poor.errors)")
    let bad = await home.run("exchange trigger add TKA/WKLAY --when bid<0.2 --sell 90 --from teacher --yes")
    #expect(bad.status == .usage, "\(bad.errors)")
    #expect(try await states(home).isEmpty)
  }

  @Test("A sale that the exchange may not move is not armed, and the whole command that lets it is told")
  func notAllowed() async throws {
    let home = try await home()
    let line = "exchange trigger add TKA/WKLAY --when bid<=0.2 --sell 201 --from teacher"
    let command = "lectures exchange approve TKA 201"
    for language in ["en_US.UTF-8", "ko_KR.UTF-8", "uk_UA.UTF-8"] {
      let run = await home.run("\(line) --yes", language: language)
      #expect(run.status == .insufficientFunds, "\(run.errors)")
      // Once as the warning, once as the step after the failure.
      #expect(run.errors.components(separatedBy: command).count == 3, "\(run.errors)")
      let dry = await home.run("\(line) --dry-run", language: language)
      #expect(dry.status == .success && dry.errors.contains(command), "\(dry.errors)")
    }
    #expect(try await home.json("\(line) --yes")["code"] == "exchange.allowance")
    #expect(try await states(home).isEmpty)
    let approved = await home.run(String(command.dropFirst("lectures ".count)) + " --from teacher --yes")
    #expect(approved.status == .success, "\(approved.errors)")
    _ = try await home.json("\(line) --yes")
    #expect(try await states(home) == ["armed"])
  }

  @Test("--status says that nobody watches, and the unit is the command's")
  func status() async throws {
    let home = try await ExchangeHome()
    let status = await home.run("exchange daemon --status --json")
    #expect(status.status == .failure && status.output.contains("exchange.notRunning"), "\(status.output)")
    let unit = await home.run("exchange daemon --systemd-unit --from teacher")
    #expect(unit.status == .success && unit.output.contains(" exchange daemon --network "), "\(unit.output)")
    #expect(unit.output.contains("--from teacher"), "\(unit.output)")
    for (language, word) in [("ko_KR.UTF-8", "데몬"), ("uk_UA.UTF-8", "Служба")] {
      #expect(await home.run("exchange daemon --status", language: language).output.contains(word))
    }
  }

  @Test("A daemon that is killed twenty times, wherever it is, fills one deal in the end")
  func killed() async throws {
    let home = try await home()
    _ = try await home.json("exchange trigger add TKA/WKLAY --when bid<=0.29 --sell 40 --from teacher --yes")
    let blocks = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(300))
        try await home.chain.mine()
      }
    }
    defer { blocks.cancel() }
    for _ in 0..<20 {
      let delay = Int.random(in: 200...3500)
      let daemon = try ChildProcess(
        try #require(Executable.path, "the program is not built beside the tests"),
        ["exchange", "daemon", "--every", "1", "--from", "teacher"],
        environment: SanitizerSettings.environment.merging(home.environment) { $1 })
      try await Task.sleep(for: .milliseconds(delay))
      daemon.send(SIGKILL)
      // One that ends by itself would not be killed.
      #expect(await daemon.waitUntilEnd() == .signal(SIGKILL), "after \(delay) ms")
    }
    blocks.cancel()
    let run = try await once(home)
    #expect(run.status == .success, "\(run.errors)")
    #expect(try await states(home) == ["done"])
    #expect(try await home.balance(home.base, home.student) == 40 * Self.one)
    #expect(try await home.balance(home.base, home.teacher) == (ExchangeHome.holdings - 40) * Self.one)
  }
}
