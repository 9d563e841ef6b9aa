import LectureKit
import Primitives
import Testing

@Suite("Titles that look alike")
struct TitleLookTests {
  @Test(
    "are those that differ by letters of one form, capitals, accents, blanks, and what cannot be seen",
    arguments: [
      ("Swift for beginners", "Swіft for bеginnеrs"), ("Swift for beginners", "ＳＷＩＦＴ  for-Beginners!"),
      ("Intro", "lntr0"), ("Modern Korean", "Modem Korean"), ("Swift", "Sw\u{200B}i\u{301}ft\u{202E}"),
      ("NEW HORIZONS", "ΝЕԜ ΗΟRΙΖΟNЅ"), ("Історія України", "Iсторiя Укра\u{456}ни"), ("수학의 정석", "수학의정석"),
      ("Mathe für alle", "Mathe fur alle"), ("Rust", "𝐑𝐮𝐬𝐭"),
    ])
  func alike(first: String, second: String) throws {
    let look = try #require(TitleLook(first))
    #expect(look == TitleLook(second), "\(look.letters) \(TitleLook(second)?.letters ?? "-")")
  }

  @Test(
    "are not those with other letters, in any script",
    arguments: [
      ("Swift 1", "Swift 2"), ("수학", "수확"), ("गणित", "गणत"), ("Історія", "Історик"), ("Physics", "Physic"),
      ("🌱 Soil", "🌍 Soil"),
    ])
  func different(first: String, second: String) { #expect(TitleLook(first) != TitleLook(second)) }

  @Test("have a letter at least", arguments: ["", " ", "…!?", "\u{200B}\u{301}"])
  func nothing(title: String) { #expect(TitleLook(title) == nil) }

  @Test("are told of later lectures of other teachers, by the first of all that look so")
  func copies() {
    let titles = [("Swift", 1), ("Rust", 2), ("Swіft", 2), ("Swift", 1), ("SWIFT", 3), ("", 2), ("", 3)]
    let lectures = titles.enumerated().map { number, title in
      Lecture(
        number: UInt256(number), id: .zero, teacher: Address(truncating: UInt256(title.1)), title: title.0, run: 0,
        isOpen: true, price: nil, studentCount: 0, escrow: .zero, openedAt: 1, openedAtBlock: 1, settledAt: nil,
        points: EvaluationPoints(count: 0, sums: [0, 0, 0, 0, 0]))
    }
    #expect(TitleLook.copies(among: lectures.reversed()) == [2: 0, 4: 0])
  }
}
