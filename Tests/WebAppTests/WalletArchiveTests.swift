import Files
import Foundation
import HTTPTypes
import Keys
import Keystores
import Localization
import Operations
import Primitives
import Testing
import WalletBook

@testable import WebApp

@Suite("Backups on pages", .timeLimit(.minutes(10)))
struct WalletArchiveTests {
  private static let password = "a backup's own password"

  /// The file that the page of a wallet gives.
  private func backup(_ fixture: SiteFixture, _ fields: [String: String] = [:]) async throws -> WebAnswer {
    let browser = try await fixture.browser()
    let guardian = await browser.get("/settings").formGuard
    let usual = [
      "guard": guardian, "archive-password": SiteFixture.password, "new-password": Self.password,
      "new-password-2": Self.password,
    ]
    let body = usual.merging(fields) { $1 }.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&")
    return await fixture.answer("POST", "/wallets/student/archive", headers: [("Cookie", browser.cookie)], body: body)
  }

  private func bytes(_ answer: WebAnswer) throws -> [UInt8] {
    guard case .bytes(let bytes) = answer.body else { throw WebRefusal.badForm }
    return bytes
  }

  @Test("all wallets are saved in one file after the password, which nobody keeps, and restored elsewhere")
  func wholeWay() async throws {
    let fixture = try await SiteFixture.open()
    let directory = try fixture.site.wallets(of: WebSession(clock: fixture.site.options.clock))
    _ = try await directory.watch(try Address("0x000000000000000000000000000000000000dEaD"), as: "school", at: 1)
    let answer = try await backup(fixture)
    #expect(answer.status == .ok && answer.headers[.cacheControl] == "no-store")
    #expect(answer.headers[.contentDisposition] == "attachment; filename=\"wallets.backup\"")
    let file = try bytes(answer)

    let other = try await SiteFixture.open(["other"])
    let browser = try await other.browser()
    let done = await browser.upload("/wallets/restore", "file", file, ["password": Self.password])
    #expect(done.status == 200 && done.text.contains("2 restored"))
    // The owner of the contract is another account here, and has the same name.
    #expect(done.text.contains("1 left out"))
    let wallets = await browser.get("/wallets").text
    #expect(wallets.contains("student") && wallets.contains("teacher") && wallets.contains("school"))
    let key = try #require(fixture.keys["student"])
    let manager = try other.site.keystores()
    let restored = try await manager.keyring(
      of: manager.entry("student"), password: SecretBytes(utf8: SiteFixture.password))
    #expect(restored.address == key.address)
    for language in Language.allCases {
      #expect(await browser.get("/wallets/restore", language: language).status == 200)
    }
    // Once more changes nothing.
    let again = await browser.upload("/wallets/restore", "file", file, ["password": Self.password])
    #expect(again.text.contains("0 restored, 2 there already, 1 left out"))
  }

  @Test("a wrong password, or a file that is none, is told at its field, and nothing is restored")
  func refused() async throws {
    let fixture = try await SiteFixture.open()
    let file = try bytes(try await backup(fixture))
    let other = try await SiteFixture.open(["other"])
    let browser = try await other.browser()
    let cases: [(bytes: [UInt8], password: String, field: String)] = [
      (file, "wrong", "password"), (file, "", "password"), ([], Self.password, "file"),
      (Array("no backup".utf8), Self.password, "file"), (Array(file.dropLast()), Self.password, "file"),
    ]
    for (bytes, password, field) in cases {
      let answer = await browser.upload("/wallets/restore", "file", bytes, ["password": password])
      #expect(answer.status == 422 && answer.text.contains("href=\"#\(field)\""), "\(field)")
      #expect(!answer.text.contains(Self.password))
    }
    #expect(try await other.site.keystores().list().count == 2)
  }

  @Test(
    "the file is given for the right password alone, and under one that was typed twice",
    arguments: [
      ("archive-password", "wrong"), ("archive-password", ""), ("new-password-2", "another"), ("new-password", ""),
    ])
  func passwords(field: String, text: String) async throws {
    let fixture = try await SiteFixture.open()
    let answer = try await backup(fixture, [field: text])
    #expect(answer.status == .unprocessableContent)
    #expect(answer.headers[.contentDisposition] == nil)
  }

  @Test("is nobody's to restore or save where pages only show")
  func readOnly() async throws {
    let fixture = try await SiteFixture.open(isReadOnly: true)
    #expect(try await backup(fixture).status == .forbidden)
    #expect(
      await (try await fixture.browser()).upload("/wallets/restore", "file", [1], ["password": "x"]).status == 403)
  }
}
