import Localization
import Testing

@testable import LecturesCommand

@Suite("The list and the view of transactions in Korean and Ukrainian", .timeLimit(.minutes(20)))
struct TransactionLanguageTests {
  /// Runs a command in a language, and checks that nothing of what it says is English.
  @discardableResult
  private func said(
    _ line: String, in language: Language, by home: MarketHome, at location: SourceLocation = #_sourceLocation
  ) async -> String {
    let run = await home.run("\(line) --language \(language.rawValue)")
    let all = run.output + run.errors
    #expect(run.status == .success && !all.isEmpty, "\(line): \(all)", sourceLocation: location)
    #expect(ForeignWords.of(all, besides: ["OpeningLecture"]) == [], "\(line): \(all)", sourceLocation: location)
    return run.output
  }

  @Test("say what was sent, its state and its cost", arguments: EverydayLanguageTests.languages)
  func told(language: Language) async throws {
    let home = try await MarketHome()
    await said("tx list --open", in: language, by: home)
    await said("tx list --from student", in: language, by: home)
    try await home.done("create --price 10 --from teacher --yes", "purchase 0 --price 10 --from student --yes")
    try await home.done("wallet transfer --from student --to teacher --amount 1.5 --yes")
    let list = await said("tx list --from student", in: language, by: home)
    #expect(list.contains(language == .korean ? "1.5 KLAY 전송" : "переказ 1,5 KLAY"), "\(list)")
    await said("tx show 3", in: language, by: home)
    let shown = await said("tx show 4", in: language, by: home)
    #expect(shown.contains(language == .korean ? "성공" : "вдалося"), "\(shown)")
  }

  @Test("leave what scripts read as it is")
  func scripts() async throws {
    let home = try await MarketHome()
    for line in ["tx list --json", "tx show 1 --json"] {
      let english = await home.run(line)
      for language in EverydayLanguageTests.languages {
        #expect(await home.run("\(line) --language \(language.rawValue)").output == english.output, "\(line)")
      }
    }
  }

  @Test("a word longer than a hash is cut in lists, and a hash is not")
  func longWords() {
    let hash = "0x" + String(repeating: "a", count: 64)
    #expect(IntentLabel.shortened("fill(\(hash))").count < 66 && IntentLabel.shortened(hash) == hash)
    let calldata = "fillOrder(order: 0x\(String(repeating: "7", count: 600)), amount: 5)"
    let short = IntentLabel.shortened(calldata)
    #expect(short.count < 66 && short.hasPrefix("fillOrder(order: 0x") && short.hasSuffix("amount: 5)"))
    let words = "a label of many words that are all short, however long the whole of it may be to read"
    #expect(IntentLabel.shortened(words) == words)
  }
}
