import CSpawn
import Foundation

/// The actions of a new process before it becomes another program, and its start.
struct SpawnActions {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif

  /// Signals do what they do in a program started by a shell, whatever the calling thread blocks or ignores.
  init() throws {
    try SystemFailure.check(posix_spawn_file_actions_init(&actions))
    try SystemFailure.check(posix_spawnattr_init(&attributes))
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGCHLD] { sigaddset(&usual, signal) }
    try SystemFailure.check(posix_spawnattr_setsigmask(&attributes, &none))
    try SystemFailure.check(posix_spawnattr_setsigdefault(&attributes, &usual))
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    try SystemFailure.check(posix_spawnattr_setflags(&attributes, Int16(flags)))
  }

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  mutating func openNothing(as number: Int32) throws {
    try SystemFailure.check(posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0))
  }

  mutating func duplicate(_ descriptor: Int32, as number: Int32) throws {
    try SystemFailure.check(posix_spawn_file_actions_adddup2(&actions, descriptor, number))
  }

  mutating func change(to directory: String) throws {
    try SystemFailure.check(posix_spawn_file_actions_addchdir_np(&actions, directory))
  }

  /// Starts the program; all but the standard streams is closed in it.
  mutating func spawn(_ program: String, _ words: [String], _ environment: [String]) throws -> Int32 {
    #if canImport(Darwin)
      for number: Int32 in 0...2 { try SystemFailure.check(posix_spawn_file_actions_addinherit_np(&actions, number)) }
    #else
      try SystemFailure.check(posix_spawn_file_actions_addclosefrom_np(&actions, 3))
    #endif
    var words = words.map { strdup($0) } + [nil]
    var environment = environment.map { strdup($0) } + [nil]
    defer { for text in words + environment { free(text) } }
    var process = pid_t()
    try SystemFailure.check(posix_spawn(&process, program, &actions, &attributes, &words, &environment))
    return process
  }
}
