import Failures
import Testing

/// Errors of a domain of its own, with all that a domain can have.
private enum KettleErrors: ErrorDomain {
  enum Facts: Sendable, Equatable {
    case water(liters: Int)
  }

  typealias Subject = Int
}

private typealias KettleError = DomainError<KettleErrors>

extension ErrorCode<KettleErrors> {
  fileprivate static var empty: Self { Self("empty") }
  fileprivate static var cold: Self { Self("cold", 7) }
}

/// Errors whose text is made of code and subject.
private enum LampErrors: ErrorDomain {
  typealias Subject = Int

  static func words(for error: DomainError<Self>) -> ErrorWords {
    ErrorWords("lamp \(error.subject ?? 0): \(error.code)", advice: "Change it.")
  }
}

/// Errors with a text of their own.
private enum DoorErrors: ErrorDomain {
  typealias Subject = String

  static func text(of error: DomainError<Self>) -> String { "\(error.subject ?? "a door"): \(error.message)" }
}

/// A conformance for some domains, as the command line has one.
private protocol Loud: Error {
  var shout: String { get }
}

private protocol LoudDomain: ErrorDomain {
  static func shout(of error: DomainError<Self>) -> String
}

extension DomainError: Loud where Domain: LoudDomain {
  fileprivate var shout: String { Domain.shout(of: self) }
}

extension KettleErrors: LoudDomain {
  static func shout(of error: KettleError) -> String { error.message.uppercased() }
}

@Suite("The shape of errors")
struct DomainErrorTests {
  private struct Cause: Error {}

  @Test("An error has what it was made with, and its text has a line for each of its words")
  func whole() {
    let error = KettleError(
      .empty, "It does not boil.", about: 3, reason: "There is no water.", call: "boil()", advice: "Fill it.",
      facts: .water(liters: 0), cause: Cause())
    #expect(error.code == .empty && error.message == "It does not boil." && error.reason == "There is no water.")
    #expect(error.call == "boil()" && error.advice == "Fill it." && error.cause is Cause)
    #expect(error.subject == 3 && error.facts == .water(liters: 0))
    #expect("\(error)" == "It does not boil.\nThere is no water.\nCall: boil()\nFill it.")
  }

  @Test("What is nil is left out of the text")
  func short() {
    let error = KettleError(.empty, "It does not boil.", advice: "Fill it.")
    #expect("\(error)" == "It does not boil.\nFill it.")
    #expect(
      error.reason == nil && error.call == nil && error.facts == nil && error.subject == nil && error.cause == nil)
  }

  @Test("Two errors are equal when their codes are, and hash alike")
  func equality() {
    #expect(KettleError(.empty, "a", about: 1, facts: .water(liters: 1)) == KettleError(.empty, "b"))
    #expect(KettleError(.empty, "a") != KettleError(.cold, "a"))
    #expect(Set([KettleError(.empty, "a"), KettleError(.empty, "b"), KettleError(.cold, "a")]).count == 2)
  }

  @Test("Codes are open: by name, and by number where they have one")
  func codes() {
    #expect(KettleError.Code("empty") == .empty && KettleError.Code("new") != .empty)
    #expect(KettleError.Code("cold", 7) == .cold && KettleError.Code("cold", 8) != .cold)
    #expect("\(KettleError.Code.cold)" == "cold" && KettleError.Code.cold.number == 7)
  }

  @Test("Words that are not given are those of the domain")
  func words() {
    let made = DomainError<LampErrors>(.init("dark"), words: nil, about: 4)
    #expect(made.message == "lamp 4: dark" && made.advice == "Change it." && "\(made)" == "lamp 4: dark\nChange it.")
    #expect("\(DomainError<LampErrors>(.init("dark"), "It is dark."))" == "It is dark.")
    #expect("\(KettleError(.cold, words: nil))" == "cold")
  }

  @Test("A domain can have a text of its own")
  func text() {
    #expect("\(DomainError<DoorErrors>(.init("shut"), "It is shut.", about: "gate"))" == "gate: It is shut.")
  }

  @Test("A copy that is changed leaves the other as it was")
  func copies() {
    let error = KettleError(.cold, "It is cold.", about: 1)
    var other = error
    other.subject = 2
    other.facts = .water(liters: 2)
    other.call = "heat()"
    #expect(error.subject == 1 && error.facts == nil && error.call == nil)
    #expect(other.subject == 2 && other.facts == .water(liters: 2) && other.call == "heat()" && other == error)
  }

  @Test("An error is one word wide, whatever its domain")
  func width() { #expect(MemoryLayout<KettleError>.size == MemoryLayout<Int>.size) }

  @Test("A thrown error is caught by its domain and its code alone")
  func caught() {
    func boil(_ error: any Error) -> String {
      do { throw error } catch let error as KettleError where error.code == .cold {
        return "cold"
      } catch is KettleError {
        return "other"
      } catch {
        return "stranger"
      }
    }
    #expect(boil(KettleError(.cold, "a")) == "cold" && boil(KettleError(.empty, "a")) == "other")
    #expect(boil(DomainError<DoorErrors>(.init("cold"), "a")) == "stranger")
  }

  @Test("A conformance that goes by the domain is found at run time")
  func conformance() {
    let errors: [any Error] = [KettleError(.cold, "it is cold"), DomainError<DoorErrors>(.init("shut"), "a")]
    #expect(errors.map { ($0 as? any Loud)?.shout } == ["IT IS COLD", nil])
  }
}
