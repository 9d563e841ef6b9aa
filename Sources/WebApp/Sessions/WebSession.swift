import Keys
import Locking
import Primitives

/// A visitor's session: their choices, the keys that they keep unlocked, and the guard of their forms.
package final class WebSession: Sendable {
  /// The choices of a session.
  struct Choices: Sendable {
    /// The network; nil for that of the settings.
    var network: String?
    /// The account that acts, by its name; nil for that of the settings, or the only one.
    var account: String?
    /// The transactions of interrupted runs that it has read of, by their numbers.
    var readInterruptedSends: Set<Int64> = []
  }

  private struct Unlocked: Sendable {
    let keys: Keyring
    let end: Int64
  }

  let formGuard: FormGuard
  /// The cookie of somebody on a platform; empty in personal mode, where one cookie is one session.
  let cookie: String
  /// The account that signed in on a platform, whose keys are in a wallet elsewhere; nil for nobody.
  let visitor: Address?
  let choices = Guarded(Choices())
  private let unlocked = Guarded<[String: Unlocked]>([:])
  private let draft = Guarded<PhraseDraft?>(nil)
  private let clock: @Sendable () -> Int64

  /// A session of the person whose machine this is.
  init(clock: @escaping @Sendable () -> Int64) {
    self.clock = clock
    (formGuard, cookie, visitor) = (FormGuard(), "", nil)
  }

  /// A session on a platform, for one request: all that lasts is in its store.
  init(_ visitor: Address?, cookie: String, _ formGuard: FormGuard, clock: @escaping @Sendable () -> Int64) {
    self.clock = clock
    (self.formGuard, self.cookie, self.visitor) = (formGuard, cookie, visitor)
  }

  /// The keys of an account, if they are kept unlocked.
  func keys(of account: String) -> Keyring? {
    unlocked.withLock { unlocked in
      unlocked = unlocked.filter { $0.value.end > clock() }
      return unlocked[account]?.keys
    }
  }

  /// Keeps keys for so many seconds.
  func keep(_ keys: Keyring, of account: String, seconds: Int64) {
    unlocked.withLock { $0[account] = Unlocked(keys: keys, end: clock() + seconds) }
  }

  /// Lets go of all keys, and of the words of a wallet that is being made.
  func lock() {
    unlocked.withLock { $0 = [:] }
    begin(nil)
  }

  /// Lets go of an account that is gone: of its keys, and of the choice of it.
  func forget(_ account: String) {
    unlocked.withLock { $0[account] = nil }
    choices.withLock { if $0.account == account { $0.account = nil } }
  }

  /// Begins to make a wallet of words; those of another that was begun before are let go of.
  func begin(_ draft: PhraseDraft?) {
    let former = self.draft.withLock { current in
      defer { current = draft }
      return current
    }
    former?.giveUp()
    guard let draft else { return }
    // Nobody need come back for it to end.
    Task.detached {
      try? await Task.sleep(for: .seconds(PhraseDraft.lifetime))
      draft.giveUp()
    }
  }

  /// The wallet that is being made; nil for another, and once its time is over.
  func draft(_ id: String) -> PhraseDraft? {
    guard let draft = draft.withLock({ $0 }), draft.id == id else { return nil }
    if draft.end <= clock() { draft.giveUp() }
    return draft
  }

  /// Whether a key is kept.
  var hasKeys: Bool { unlocked.withLock { $0.values.contains { $0.end > clock() } } }
}
