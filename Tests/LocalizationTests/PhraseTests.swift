import Localization
import Testing

@Suite("Phrases and plurals") struct PhraseTests {
  private enum Text: Phrase {
    case students(Int)

    var english: String {
      switch self {
      case .students(let count): "\(count) \(Plural.english(count, "student", "students"))"
      }
    }

    var korean: String {
      switch self {
      case .students(let count): "학생 \(count)명"
      }
    }

    var ukrainian: String {
      switch self {
      case .students(let count): "\(count) \(Plural.ukrainian(count, "студент", "студенти", "студентів"))"
      }
    }
  }

  @Test("A phrase is said in the language that is asked for")
  func languages() {
    #expect(Language.english[Text.students(1)] == "1 student")
    #expect(Language.english[Text.students(0)] == "0 students")
    #expect(Language.korean[Text.students(3)] == "학생 3명")
    #expect(Language.ukrainian[Text.students(3)] == "3 студенти")
  }

  @Test(
    "Ukrainian has three forms, and those from 11 to 14 are many",
    arguments: [
      (0, "many"), (1, "one"), (2, "few"), (4, "few"), (5, "many"), (10, "many"), (11, "many"), (12, "many"),
      (14, "many"), (15, "many"), (21, "one"), (22, "few"), (25, "many"), (100, "many"), (101, "one"), (111, "many"),
      (112, "many"), (114, "many"), (121, "one"), (1002, "few"), (1011, "many"), (-1, "one"), (-12, "many"),
    ])
  func ukrainian(count: Int, form: String) {
    #expect(Plural.ukrainian(count, "one", "few", "many") == form)
  }

  @Test("The largest and the smallest numbers have a form")
  func extremes() {
    #expect(Plural.ukrainian(UInt64.max, "one", "few", "many") == "many")
    #expect(Plural.ukrainian(Int64.min, "one", "few", "many") == "many")
    #expect(Plural.english(Int64.min, "one", "other") == "other")
  }
}
