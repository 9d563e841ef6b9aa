import Keystores
import Testing

@testable import LecturesCommand

@Suite("Key files that are named by an address of e-mail", .timeLimit(.minutes(20)))
struct MailNamedKeyTests {
  @Test("work in every command, also without an ending, and complete a line")
  func commands() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 1 --title Swift --from teacher --yes")
    let file = try PrivateFile.read(home.file("lectures/keystores/student.json"), limit: 1 << 20)
    try await PrivateFile.write(file.bytes, to: home.file("lectures/keystores/ada.l@mail.school.org"))
    try await home.done("wallet rename owner eve@school.org", "wallet rename eve@school.org owner")
    let name = "ada.l@mail.school.org"
    for line in [
      "wallet show \(name)", "wallet sign hello --from \(name)", "wallet qr \(name) --amount 1", "balance \(name)",
      "wallet use \(name)", "purchase 0 --from=\(name) --price 1 --yes", "mine --from \(name)", "history \(name)",
      "evaluate 0 --scores 1,2,3,4,5 --from \(name) --yes", "list --teacher \(name)", "wallet history \(name)",
      "wallet transfer --from teacher --to \(name) --amount 1 --yes", "wallet network \(name) local",
      "contact add max@school.org 0x90F79bf6EB2c4f870365E785982E1f101E93b906", "balance max@school.org",
      "wallet watch w@school.org 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --yes", "wallet show w@school.org",
      "wallet export \(name) --output \(home.file("copy"))", "wallet rename \(name) ada@school.org",
      "wallet show ada@school.org", "wallet list", "wallet remove w@school.org --yes",
    ] {
      let run = await home.run(line)
      #expect(run.status == .success, "\(line): \(run.errors)")
    }
    for (path, language, word) in [
      (home.file("old/ada@school.org"), "en", "is imported first"), ("./ada@school.org.json", "ko", "먼저 가져오십시오"),
      (home.file("x.json"), "uk", "спершу імпортуйте"),
    ] {
      let run = await home.run("wallet sign hello --from \(path) --language \(language)")
      #expect(run.status == .locked && run.errors.contains(word), "\(run.errors)")
      #expect(run.errors.contains("wallet import NAME --keystore FILE"), "\(run.errors)")
    }
    let elsewhere = WalletHome()
    try await PrivateFile.write(file.bytes, to: elsewhere.file("eva@school.org"))
    let imported = await elsewhere.run(
      "wallet import eva@school.org --keystore \(elsewhere.file("eva@school.org"))")
    #expect(imported.status == .success, "\(imported.errors)")
    #expect(await elsewhere.run("wallet sign hello --from eva@school.org").status == .success)
    let completion = LineCompletion(root: Lectures.self, environment: home.environment, patience: .seconds(60))
    let told = try #require(await completion.lines(for: [LineCompletion.question, "ad", "purchase", "0", "--from"]))
    #expect(told.contains("ada@school.org\t0x") && !told.contains("max@school.org"), "\(told)")
  }
}
