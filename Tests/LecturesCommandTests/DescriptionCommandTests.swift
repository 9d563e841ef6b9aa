import ChainSupport
import Foundation
import Keys
import LectureKit
import Localization
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Descriptions of lectures, from the command line", .timeLimit(.minutes(20)))
struct DescriptionCommandTests {
  private static let plain =
    #"{"texts": {"en": "Soil, first year.\nEight evenings.", "ko": "흙, 첫해", "uk": "Ґрунт"}, "#
    + #""dates": [{"starts": "2026-12-01T18:00:00+02:00", "ends": "2026-12-01T19:30:00+02:00"}], "#
    + #""place": "101", "seats": 20}"#

  private static func home() async throws -> MarketHome {
    let home = try await MarketHome()
    try await home.done("create --price 10 --title Soil --from teacher --yes", "create --price 3 --from teacher --yes")
    try write(plain, to: home.file("plain.json"))
    return home
  }

  private static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test("are signed by the teacher, kept by their hash, and shown from a file and from what is kept")
  func signing() async throws {
    let home = try await Self.home()
    #expect(try await home.json("show 0")["description"] == .null)
    let file = home.file("signed.json")
    let made = try await home.json("describe 0 --file \(home.file("plain.json")) --from teacher --output \(file)")
    let hash = try #require(made["description"]?["hash"]?.string, "\(made)")
    #expect(made["site"] == .null && made["output"]?.string == file)
    #expect(made["kept"]?.string?.hasSuffix("/0/\(hash).json") == true)
    for line in ["show 0 --description \(file)", "show 0"] {
      let shown = try await home.json(line)
      #expect(
        shown["description"]?["hash"]?.string == hash && shown["description"]?["seats"] == 20, "\(line): \(shown)")
    }
    let text = await home.run("show 0").output
    #expect(text.contains("  Soil, first year.\n  Eight evenings.\n") && text.contains("the teacher's word"), "\(text)")
    #expect(await home.run("show 0 --language ko").output.contains("흙, 첫해"))
    // A lecture has its own.
    #expect(try await home.json("show 1")["description"] == .null)
  }

  @Test("of somebody else, of another lecture, and those that were changed are refused")
  func forgeries() async throws {
    let home = try await Self.home()
    let (plain, file) = (home.file("plain.json"), home.file("signed.json"))
    let other = await home.run("describe 0 --file \(plain) --from student")
    #expect(other.status == .refused && other.errors.contains("Only the lecture's teacher"), "\(other.errors)")
    let made = try await home.json("describe 0 --file \(plain) --from teacher --output \(file)")
    let contract = try #require(made["description"]?["contract"]?.string, "\(made)")
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    let elsewhere = await home.run("show 1 --description \(file)")
    #expect(elsewhere.status == .refused && elsewhere.errors.contains("is of lecture 0"), "\(elsewhere.errors)")
    for (part, changed, told) in [
      (#""lecture": "0""#, #""lecture": "1""#, "is of lecture 1"),
      (#""chain": "31337""#, #""chain": "1""#, "another chain"),
      (contract, home.student.address.checksummed, "another contract"),
      (#""seats": 20"#, #""seats": 21"#, "not the account's"),
      (#""runs": "all""#, #""runs": "0""#, "not the account's"),
    ] {
      let path = home.file("forged.json")
      #expect(text.contains(part), "\(part)")
      try Self.write(text.replacing(part, with: changed), to: path)
      let run = await home.run("show 0 --description \(path)")
      #expect(run.status == .refused && run.errors.contains(told), "\(part): \(run.errors)")
    }
    try Self.write(String(repeating: " ", count: 60_000), to: home.file("huge.json"))
    let huge = await home.run("show 0 --description \(home.file("huge.json"))")
    #expect(huge.status == .usage && huge.errors.contains("more than"), "\(huge.errors)")
    // What was kept is as it was.
    #expect(try await home.json("show 0")["description"]?["seats"] == 20)
  }

  @Test("that are hostile are shown as the text that they are")
  func hostile() async throws {
    let home = try await Self.home()
    let hostile = #"{"texts": {"en": "a\u202egnp.exe \u2066<b>\nPrice   0 KLAY"}, "place": "x\u200bx"}"#
    try Self.write(hostile, to: home.file("hostile.json"))
    try await home.done("describe 0 --file \(home.file("hostile.json")) --from teacher")
    let text = await home.run("show 0").output
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
    // A line of the text is indented: it does not pass for a field.
    #expect(text.contains("\n  Price   0 KLAY\n") && text.contains("<b>"), "\(text)")
    try Self.write(#"{"texts": {"en": "\u001b[31m"}}"#, to: home.file("control.json"))
    let control = await home.run("describe 0 --file \(home.file("control.json")) --from teacher")
    #expect(control.status == .usage && control.errors.contains("control"), "\(control.errors)")
  }

  @Test("with a link need a site, which has to be of TLS or on this machine")
  func sites() async throws {
    let home = try await Self.home()
    try Self.write(#"{"texts": {"en": "a"}, "link": "https://meet.example/a"}"#, to: home.file("link.json"))
    let none = await home.run("describe 0 --file \(home.file("link.json")) --from teacher")
    #expect(none.status == .settings && none.errors.contains("No site is set"), "\(none.errors)")
    #expect(await home.run("link 0 --from student").errors.contains("No site is set"))
    for site in [
      "http://lectures.example", "https://lectures.example/path", "ftp://127.0.0.1", "https://u:p@a.example",
    ] {
      #expect(await home.run("link 0 --from student --site \(site)").status != .success, "\(site)")
      let run = await home.run("show 0 --site \(site)")
      #expect(run.status == .settings || run.status == .usage, "\(site): \(run.errors)")
    }
    // A site that does not answer hides nothing else.
    let dead = await home.run("show 0 --site http://127.0.0.1:1")
    #expect(dead.status == .success && dead.errors.contains("http://127.0.0.1:1 cannot be reached"), "\(dead.errors)")
    let unbought = await home.run("link 0 --from student --site http://127.0.0.1:1")
    #expect(unbought.status == .refused && unbought.errors.contains("did not buy this run"), "\(unbought.errors)")
  }

  @Test("are written to a file though the site is down, which is told with what to do; without a file nothing is kept")
  func siteDown() async throws {
    let home = try await Self.home()
    let (plain, file) = (home.file("plain.json"), home.file("signed.json"))
    let line = "describe 0 --file \(plain) --from teacher --site http://127.0.0.1:1"
    let none = await home.run(line)
    #expect(none.status == .failure && none.errors.contains("http://127.0.0.1:1 cannot be reached"), "\(none.errors)")
    #expect(try await home.json("show 0")["description"] == .null)
    let run = await home.run("\(line) --output \(file) --json")
    let answer = try JSON(parsing: run.output)
    #expect(run.status == .failure && answer["error"]?["code"] == "lecture.siteFailed", "\(run.output)")
    #expect(answer["result"]?["site"] == .null && answer["result"]?["output"]?.string == file, "\(run.output)")
    #expect(try await home.json("show 0 --description \(file)")["description"]?["seats"] == 20)
    let again = await home.run("\(line) --output \(file) --replace")
    #expect(!again.output.contains("is published") && again.errors.contains("in \(file), and not published"))
    #expect(again.errors.contains("give the same command again with --replace"), "\(again.errors)")
  }

  @Test("speak Korean and Ukrainian", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    let home = try await Self.home()
    let (plain, file) = (home.file("plain.json"), home.file("signed.json"))
    try await home.done("describe 0 --file \(plain) --from teacher --output \(file)")
    for line in [
      "describe 0 --file \(plain) --from student", "show 1 --description \(file)", "show 0 --description \(plain)",
      "link 0 --from student", "link 0 --from student --site http://127.0.0.1:1",
      "describe 1 --file \(plain) --from teacher",
      "describe 0 --file \(plain) --from teacher --output \(file) --replace --site http://127.0.0.1:1",
    ] {
      let run = await home.run("\(line) --language \(language.rawValue)")
      let foreign = ForeignWords.of(
        (run.output + run.errors).replacing(file, with: "").replacing(home.file(""), with: "")
          .replacing("lectures/descriptions/", with: ""))
      #expect(foreign == [], "\(line): \(run.output)\(run.errors)")
    }
  }
}
