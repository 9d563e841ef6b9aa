import ChainSupport
import Foundation
import Localization
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Events of an index by commands", .timeLimit(.minutes(20)))
struct IndexEventTests {
  private func market() async throws -> MarketHome {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "create --price 3 --title Soil --from teacher --yes",
      "purchase 0 --price 10 --from student --yes", "evaluate 0 --scores 100,80,34,77,99 --from student --yes")
    return home
  }

  /// Writes a file that only its owner may read.
  private func write(_ text: String, to name: String, in home: MarketHome) throws -> String {
    let (path, rights) = (home.file(name), [FileAttributeKey.posixPermissions: 0o600])
    try #require(FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: rights))
    return path
  }

  @Test("are listed decoded, by name and indexed value, and gone through by a cursor that survives a reorganisation")
  func listed() async throws {
    let home = try await market()
    let none = await home.run("index events")
    #expect(none.status == .failure && none.errors.contains("There is no index"), "\(none.errors)")
    let events = try #require(try await home.json("index run --once")["events"])
    let all = try await home.json("index events")
    let entries = try #require(all["entries"]?.array)
    #expect(.number("\(entries.count)") == events && all["complete"] == true, "\(all)")
    #expect(entries.allSatisfy { $0["kind"] == "apply" && $0["problem"] == .null && $0["arguments"]?.array != nil })
    let bought = try await home.json("index events --event PurchasingLecture --where lectureNumber=0")["entries"]
    #expect(bought?.array?.count == 1 && bought?[0]?["event"] == "PurchasingLecture", "\(bought ?? .null)")
    let nothing = try await home.json("index events --event PurchasingLecture --where lectureNumber=1")
    #expect(nothing["entries"] == [], "\(nothing)")
    let text = await home.run("index events --event PurchasingLecture")
    #expect(text.output.contains("PurchasingLecture(") && text.output.contains("As of block"), "\(text.output)")
    let first = try await home.json("index events --limit 2")
    #expect(first["entries"]?.array?.count == 2 && first["complete"] == false)
    let cursor = try #require(first["cursor"]?.string)
    let rest = try await home.json("index events --after \(cursor)")
    #expect((first["entries"]?.array ?? []) + (rest["entries"]?.array ?? []) == entries)
    let end = try #require(rest["cursor"]?.string)
    #expect(try await home.json("index events --after \(end)")["entries"] == [])
    // A purchase that leaves the chain is taken back, and another one comes.
    let snapshot = try await home.chain.snapshot()
    try await home.done("purchase 1 --price 3 --from student --yes", "index run --once")
    let new = try await home.json("index events --after \(end)")
    #expect(new["entries"]?.array?.map { $0["kind"] } == ["apply"], "\(new)")
    try await home.chain.revert(to: snapshot)
    try await home.chain.mine(5)
    try await home.done("index run --once")
    let back = try await home.json("index events --after \(try #require(new["cursor"]?.string))")
    #expect(back["entries"]?.array?.map { $0["kind"] } == ["retract"], "\(back)")
    #expect(back["entries"]?[0]?["logIndex"] == new["entries"]?[0]?["logIndex"])
    for line in [
      "index events --after nonsense", "index events --limit 0", "index events --where a=1",
      "index events --event Nothing", "index events --after 1-0-0-0",
    ] {
      #expect(await home.run(line).status == .usage, "\(line)")
    }
  }

  @Test("of another contract come by its interface file, which may be hostile")
  func interfaces() async throws {
    let home = try await market()
    let contract = try await home.json("index run --once")["contract"]?.string ?? ""
    let file = try write(
      "event PurchasingLecture(uint256 indexed lectureNumber, uint8 other)\n", to: "a.abi", in: home)
    let made = try await home.json("index run --once --abi \(file)")
    #expect(made["lectures"] == .null && made["file"]?.string?.hasSuffix("-events.sqlite") == true, "\(made)")
    let path = try #require(made["file"]?.string)
    let verified = await home.run("index verify --database \(path)")
    #expect(verified.status == .usage && verified.errors.contains("has events alone"), "\(verified.errors)")
    #expect(verified.errors.contains("Keep it") && !verified.errors.contains("move it away"), "\(verified.errors)")
    // The interface is not the contract's: no log of that name is there.
    #expect(made["events"] == 0)
    let other = home.file("other.sqlite")
    let fitting = try write(
      #"[{"type":"event","name":"PurchasingLecture","inputs":[{"name":"n","type":"uint256","indexed":true},"#
        + #"{"name":"s","type":"address","indexed":false},{"name":"r","type":"uint256","indexed":true},"#
        + #"{"name":"c","type":"uint256","indexed":false}]},{"type":"event","name":"Odd","inputs":[{"type":"Shop.Kind"}]}]"#,
      to: "b.json", in: home)
    let run = await home.run("index run --once --abi \(contract)=\(fitting) --database \(other)")
    #expect(run.status == .success && run.errors.contains("Odd"), "\(run.errors)")
    let entries = try await home.json("index events --database \(other)")["entries"]
    // What is said to be in the data is a topic: it is kept, and said to be unreadable.
    #expect(entries?.array?.count == 1 && entries?[0]?["arguments"] == .null, "\(entries ?? .null)")
    #expect(entries?[0]?["problem"]?.string?.isEmpty == false)
    #expect(await home.run("index events --database \(other)").output.contains("PurchasingLecture: topics 4"))
    // It goes on without the interface, and refuses another one.
    #expect(try await home.json("index run --once --database \(other)")["events"] == 1)
    let refused = await home.run("index run --once --abi \(file) --database \(path).none --from-block x")
    #expect(refused.status != .success)
    for text in ["[", "{}", "event Broken(", "[{\"type\":\"event\"}]", "", "[]"] {
      let bad = try write(text, to: "bad.json", in: home)
      let run = await home.run("index run --once --abi \(bad) --database \(home.file("bad.sqlite"))")
      #expect(run.status != .success && !run.errors.isEmpty, "\(text)")
    }
  }

  @Test("are told to consumers while the index is written, with their problems in the status")
  func hooks() async throws {
    let home = try await market()
    try await home.done("index run --once")
    let receiver = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8)))] }
    let failing = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 500))] }
    let secret = try write("my secret\n", to: "hook-secret", in: home)
    try await home.done(
      "index hook add \(receiver.url) --event PurchasingLecture --from-block 0 --secret-file \(secret)",
      "index hook add \(failing.url)/k/verysecretpathsegment0123456789 --from-block 0")
    #expect(try await home.json("index hook list")["hooks"]?.array?.map { $0["waiting"] }.count == 2)
    try await home.done("index run --once")
    #expect(receiver.requests.count == 1)
    let body = try JSON(parsing: try #require(receiver.requests.first).body)
    #expect(body["event"] == "PurchasingLecture" && body["sequence"] == 1 && body["kind"] == "apply")
    let status = try await home.json("index status")
    #expect(status["hooks"]?[0]?["waiting"] == 0 && status["hooks"]?[0]?["sent"] == 1, "\(status)")
    #expect(status["hooks"]?[1]?["problem"] == "HTTP status 500" && status["hooks"]?[1]?["attempts"] == 1, "\(status)")
    let text = await home.run("index status")
    #expect(text.output.contains("HTTP status 500") && !text.output.contains("verysecretpathsegment"), "\(text.output)")
    try await home.done("index hook remove 2")
    #expect(await home.run("index hook remove 2").status == .usage)
    #expect(await home.run("index hook add http://example.org/").status == .usage)
    #expect(await home.run("index hook add \(receiver.url) --event Nothing").status == .usage)
    try await home.done("purchase 1 --price 3 --from student --yes", "index run --once")
    #expect(receiver.requests.count == 2 && failing.requests.count == 1)
  }

  @Test("speak Korean and Ukrainian", arguments: EverydayLanguageTests.languages)
  func languages(language: Language) async throws {
    let home = try await market()
    try await home.done("index run --once")
    for line in [
      "index hook list", "index hook add http://127.0.0.1:9/ --from-block 0", "index hook list", "index run --once",
      "index hook list", "index hook remove 1", "index hook remove 1", "index hook add http://example.org/",
      "index events --limit 1 --event CreatingLecture",
      "index events --event PurchasingLecture --where lectureNumber=1",
      "index events --after 1-0-0-0",
    ] {
      let run = await home.run("\(line) --language \(language.rawValue)")
      let all = run.output + run.errors
      let known: Set = [
        "Swift", "Soil", "CreatingLecture", "lectureID", "lectureNumber", "teacher", "lectureCost", "id",
      ]
      #expect(!all.isEmpty && ForeignWords.of(all, besides: known) == [], "\(line): \(all)")
    }
  }
}
