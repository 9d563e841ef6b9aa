import StrictJSON
import Testing

@testable import LecturesCommand

/// The program over a home that nobody may write: of a read-only file system, or of another mode.
@Suite(
  "A home that can only be read", .serialized, .enabled(if: Executable.path != nil, "lectures is not built"),
  .timeLimit(.minutes(20)))
struct ReadOnlyHomeTests {
  /// Runs commands over a home without any right to write there, for root by another user's number.
  private func shell(_ home: MarketHome, _ lines: [String]) async throws -> Executable.Run {
    let variables = home.environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    let runs = lines.map { "echo '== \($0)'; run \"$0\" \($0) 2>&1; echo \"status $?\"" }.joined(separator: "\n")
    return try await Executable.shell(
      """
      home='\(home.file(""))'
      run() {
        if [ "$(id -u)" = 0 ]; then
          env \(variables) setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
        else
          env \(variables) "$@"
        fi
      }
      # The book of the commands before is closed a moment after them.
      for turn in $(seq 100); do if [ ! -e "$home/lectures/book.sqlite-wal" ]; then break; fi; sleep 0.1; done
      if [ "$(id -u)" = 0 ]; then chown -R 65534:65534 "$home"; fi
      chmod -R a-w "$home"
      before=$(find "$home" -type f -exec cksum {} + | sort)
      \(runs)
      after=$(find "$home" -type f -exec cksum {} + | sort)
      if [ "$before" = "$after" ]; then echo unchanged; else echo "$before"; echo "$after"; fi
      chmod -R u+w "$home"
      """)
  }

  @Test("shows wallets, purchases, sends and the history, and nothing in it changes")
  func reading() async throws {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "purchase 0 --price 10 --from student --yes",
      "contact add school 0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "wallet list")
    let run = try await shell(
      home,
      [
        "wallet list", "wallet list --offline", "wallet show student", "mine --from student", "tx list",
        "history --from student", "contact list", "rates sources",
      ])
    #expect(run.output.contains("\nunchanged\n"), "\(run.output)")
    let statuses = run.output.split(separator: "\n").filter { $0.hasPrefix("status") }
    #expect(statuses.count == 8 && statuses.allSatisfy { $0 == "status 0" }, "\(run.output)")
    for word in ["student", "Swift", "school", "purchase"] { #expect(run.output.contains(word), "\(run.output)") }
    #expect(!run.output.contains("cannot be"), "\(run.output)")
  }

  @Test("is told by the doctor: an outbox that can only be read, and one that is not to be seen, are not called fine")
  func doctor() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --title Swift --from teacher --yes", "wallet list")
    let run = try await shell(
      home, ["doctor --from student", "doctor --from student --outbox \(home.file("none/o.sqlite"))"])
    #expect(run.output.contains("\nunchanged\n"), "\(run.output)")
    let lines = run.output.split(separator: "\n").filter { $0.contains("Outbox: ") }
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("check ") }, "\(run.output)")
    #expect(lines.first?.hasSuffix("it can only be read, so nothing is sent from here") == true, "\(run.output)")
    #expect(lines.last?.contains("not looked at: ") == true, "\(run.output)")
  }

  @Test("has a way out for a new key, and asks no source of rates whose answer could not be kept")
  func waysOut() async throws {
    let home = try await MarketHome()
    try await home.done("wallet list")
    let run = try await shell(
      home,
      [
        "wallet new zz --light", "wallet new zz --light --language ko", "rates convert 10 USD UAH",
      ])
    #expect(run.output.split(separator: "--keystore-dir").count == 3, "\(run.output)")
    #expect(!run.output.contains("The lock of a source"), "\(run.output)")
    #expect(run.output.contains("The source is not asked"), "\(run.output)")
  }

  @Test("sends nothing, and keeps no new name")
  func refusals() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --title Swift --from teacher --yes", "wallet list")
    let run = try await shell(
      home,
      [
        "purchase 0 --price 10 --from student --yes", "contact add school 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      ])
    #expect(run.output.contains("\nunchanged\n"), "\(run.output)")
    #expect(!run.output.contains("status 0"), "\(run.output)")
    #expect(run.output.contains("nothing was signed"), "\(run.output)")
    #expect(run.output.contains("The wallet book cannot be written."), "\(run.output)")
    #expect(try await home.json("mine --from student")["purchases"]?.array?.isEmpty != false)
  }
}
