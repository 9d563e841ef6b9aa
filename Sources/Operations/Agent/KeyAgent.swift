import Files
import Keys
import Keystores
import Platform
import Primitives

/// An account that a process of its own keeps unlocked for some minutes: how it is found, asked and ended.
///
/// The process (``KeyAgentServer``) holds the keys of this one account and no password. It gives them to processes of the
/// same user, until its time is over, somebody locks the account, or a signal ends it.
package struct KeyAgent: Sendable {
  /// The account that is unlocked, and for how long still.
  package struct Unlocked: Sendable, Hashable {
    /// The account's address.
    package let address: Address
    /// Seconds until the keys are forgotten.
    package let seconds: Int64
  }

  private let folder: String
  private let name: String

  /// The longest time for which an account can be unlocked, in seconds.
  package static let longest: Int64 = 3600

  /// The agent of a key file, whether one runs or not; nil where there is no place for its socket.
  ///
  /// - Parameter directory: The folder of the key file.
  package init?(of entry: KeystoreEntry, in directory: String, _ folders: UserFolders) {
    guard let folder = folders.runtime else { return nil }
    let real = realpath(directory, nil)
    defer { free(real) }
    let place = "\(real.map { String(cString: $0) } ?? directory)/\(entry.fileName)"
    let digest = Keccak256.hash(Array(place.utf8)).hex.dropFirst(2).prefix(16)
    (self.folder, name) = (folder, AgentFolder.prefix + digest)
  }

  private init(folder: String, name: String) { (self.folder, self.name) = (folder, name) }

  /// All agents that have a socket.
  package static func all(_ folders: UserFolders) async -> [KeyAgent] {
    guard let path = folders.runtime else { return [] }
    let names = (try? await BlockingWork.run { AgentFolder(path, isMade: false)?.sockets ?? [] }) ?? []
    return names.map { KeyAgent(folder: path, name: $0) }
  }

  // MARK: Asking

  /// The account that it keeps unlocked; nil where none runs.
  package func unlocked() async -> Unlocked? {
    await asked(.state).flatMap { Self.unlocked(in: $0) }
  }

  /// The keys of the account; nil where none runs.
  package func keyring() async -> Keyring? {
    guard let answer = await asked(.keys), answer.count > AgentRequest.headSize else { return nil }
    let keys = answer.withUnsafeBytes { bytes in
      SecretBytes(count: bytes.count - AgentRequest.headSize) {
        $0.copyBytes(from: bytes.dropFirst(AgentRequest.headSize))
      }
    }
    return UnlockedKeys(keys).keyring
  }

  /// Has the keys forgotten.
  ///
  /// - Returns: The account that was unlocked; nil where none was.
  package func lock() async -> Unlocked? {
    if let answer = await asked(.lock) { return Self.unlocked(in: answer) }
    // A socket that nobody listens at was left by a process that was killed.
    let (folder, name) = (folder, name)
    try? await BlockingWork.run {
      guard let folder = AgentFolder(folder, isMade: false), folder.connected(to: name) == nil else { return }
      folder.remove(name)
    }
    return nil
  }

  private func asked(_ request: AgentRequest) async -> SecretBytes? {
    let (folder, name) = (folder, name)
    return try? await BlockingWork.run { () -> SecretBytes? in
      guard let connection = AgentFolder(folder, isMade: false)?.connected(to: name),
        withUnsafeBytes(of: request.rawValue, { connection.send($0) })
      else { return nil }
      var count = 0
      let buffer = SecretBytes(count: AgentRequest.headSize + UnlockedKeys.most) { target in
        count = connection.receive(into: target)
      }
      guard count >= AgentRequest.headSize else { return nil }
      return buffer.withUnsafeBytes { bytes in SecretBytes(count: count) { $0.copyBytes(from: bytes.prefix(count)) } }
    }
  }

  private static func unlocked(in answer: SecretBytes) -> Unlocked? {
    answer.withUnsafeBytes { bytes in
      guard bytes.count >= AgentRequest.headSize, let address = try? Address(Array(bytes[4..<24])) else { return nil }
      return Unlocked(address: address, seconds: bytes.prefix(4).reduce(0) { $0 << 8 | Int64($1) })
    }
  }

  // MARK: Starting

  /// Starts a process that keeps an account unlocked, in place of one that runs.
  ///
  /// - Parameters:
  ///   - seconds: At most ``longest``.
  ///   - launch: Starts this program with arguments, gives it the bytes on its standard input, and tells whether it wrote
  ///     that it is ready.
  /// - Returns: False where the process could not be started, or has no place for its socket.
  package func start(
    _ keyring: Keyring, for seconds: Int64, launch: @Sendable ([String], SecretBytes) async -> Bool
  ) async -> Bool {
    _ = await lock()
    return await launch(
      [KeyAgentServer.argument, folder, name, "\(min(seconds, Self.longest))"], UnlockedKeys(keyring).bytes)
  }
}

/// A request to an agent, by one byte.
///
/// Every answer begins with the seconds that are left, in four bytes, and the address.
enum AgentRequest: UInt8, Sendable {
  case state = 0x73
  case keys = 0x6b
  case lock = 0x6c

  /// The bytes before the keys.
  static let headSize = 24
}
