import Keys
import Locking

/// A wallet that is to be made of new words. They are in memory alone, are shown once, and nothing is written down
/// before three of them were given back.
final class PhraseDraft: Sendable {
  /// For so many seconds the words are kept.
  static let lifetime: Int64 = 900
  /// The number of wrong answers that ends it: nobody guesses words.
  private static let mostWrong = 3

  /// The progress of a draft.
  enum Stage: Sendable, Hashable {
    /// The words were not shown yet.
    case fresh
    /// The words were shown, and three are to be given back.
    case shown
    /// The wallet is being made.
    case making
    /// The wallet is made.
    case made
    /// The words are gone.
    case over
  }

  /// The judgement on words that were given back.
  enum Verdict: Sendable {
    /// The words are right: the wallet is to be made now, by the caller that got this.
    case right(Mnemonic, SecretBytes)
    /// The words at these places are others.
    case wrong([Int])
    /// There is nothing to check.
    case none
  }

  private struct Secrets: Sendable {
    let mnemonic: Mnemonic
    let password: SecretBytes
  }

  private struct State: Sendable {
    var stage = Stage.fresh
    var secrets: Secrets?
    var wrong = 0
  }

  /// The name of the draft in addresses; it is no secret.
  let id = RandomToken.text()
  /// The name that the wallet will have.
  let name: String
  /// The number of words.
  let count: Int
  /// The places of the words that are asked for, from 0.
  let asked: [Int]
  /// After this time the words are gone, in seconds since 1970.
  let end: Int64
  private let state: Guarded<State>

  /// A draft that is kept for a quarter of an hour.
  init(_ name: String, _ mnemonic: Mnemonic, password: SecretBytes, now: Int64) {
    (self.name, count, end) = (name, mnemonic.wordCount, now + Self.lifetime)
    asked = Array((0..<mnemonic.wordCount).shuffled().prefix(3)).sorted()
    state = Guarded(State(secrets: Secrets(mnemonic: mnemonic, password: password)))
  }

  var stage: Stage { state.withLock { $0.stage } }

  /// The words, once; nil if they were shown before.
  func words() -> [String]? {
    state.withLock { state in
      guard state.stage == .fresh, let secrets = state.secrets else { return nil }
      state.stage = .shown
      return secrets.mnemonic.words
    }
  }

  /// Judges the words that were given back, by their places.
  func check(_ answers: [Int: String]) -> Verdict {
    state.withLock { state in
      guard state.stage == .shown, let secrets = state.secrets else { return .none }
      let words = secrets.mnemonic.words
      let wrong = asked.filter { answers[$0]?.lowercased() != words[$0] }
      guard wrong.isEmpty else {
        state.wrong += 1
        if state.wrong >= Self.mostWrong { (state.stage, state.secrets) = (.over, nil) }
        return .wrong(wrong)
      }
      state.stage = .making
      return .right(secrets.mnemonic, secrets.password)
    }
  }

  /// Notes that the wallet is made: the words are let go of.
  func finish() { state.withLock { ($0.stage, $0.secrets) = (.made, nil) } }

  /// Goes back to the check, where the wallet could not be made.
  func retry() {
    state.withLock { state in
      if state.stage == .making { state.stage = state.secrets == nil ? .over : .shown }
    }
  }

  /// Lets go of the words.
  func giveUp() {
    state.withLock { state in
      state.secrets = nil
      if state.stage != .made { state.stage = .over }
    }
  }
}
