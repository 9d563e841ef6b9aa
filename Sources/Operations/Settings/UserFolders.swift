import Platform

/// The user's folders for this program, by the XDG specification: below a variable's folder, or the home directory.
package struct UserFolders: Sendable {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// `$XDG_CONFIG_HOME/lectures`, or the same under `~/.config`; nil without a home, as are the others.
  package var config: String? { folder("XDG_CONFIG_HOME", ".config") }

  /// `$XDG_CACHE_HOME/lectures`, or the same under `~/.cache`: data that can be read from the chain once more.
  package var cache: String? { folder("XDG_CACHE_HOME", ".cache") }

  /// `$XDG_DATA_HOME/lectures`, or the same under `~/.local/share`: data that cannot be replaced.
  package var data: String? { folder("XDG_DATA_HOME", ".local/share") }

  /// `$XDG_STATE_HOME/lectures`, or the same under `~/.local/state`: the progress of this machine, apart from data that
  /// is backed up.
  package var state: String? { folder("XDG_STATE_HOME", ".local/state") }
  /// The folder in it where the progress of outboxes is noted once more, and which server of a database was used.
  package var outboxes: String? { state.map { "\($0)/outboxes" } }

  /// `$XDG_RUNTIME_DIR/lectures`, or a folder below ``state`` where the system gives none: sockets of processes that run.
  package var runtime: String? {
    environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/lectures" : nil } ?? state.map { "\($0)/run" }
  }

  /// The specification wants a base directory absolute.
  private func folder(_ variable: String, _ path: String) -> String? {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(path)" : nil }
    return (environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home).map { "\($0)/lectures" }
  }

  /// A path, or the file behind an `@`, that means the same in every folder; another text, such as an address, as it is.
  ///
  /// - Parameter folder: The folder that a relative path is meant in.
  package static func everywhere(_ text: String, from folder: String) -> String {
    if text.hasPrefix("@") { return "@" + everywhere(String(text.dropFirst()), from: folder) }
    guard isRelative(text), !folder.isEmpty else { return text }
    return folder + (folder.hasSuffix("/") ? "" : "/") + text
  }

  /// A path as ``everywhere(_:from:)`` has it, without `~`: a service may have another home.
  package func whole(_ text: String) -> String {
    if text.hasPrefix("@") { return "@" + whole(String(text.dropFirst())) }
    return UserFolders.everywhere(expandingHome(text), from: UserFolders.current)
  }

  /// Whether a text is a path, or `@` and a path, that means another file in each folder.
  package static func isRelative(_ text: String) -> Bool {
    let path = text.hasPrefix("@") ? text.dropFirst() : text[...]
    return !path.isEmpty && !path.hasPrefix("/") && path != "~" && !path.hasPrefix("~/") && !path.contains("://")
  }

  /// The folder in which this process works; empty where that is gone.
  package static var current: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  /// A path with the home directory in place of a leading `~`.
  package func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
    return home + path.dropFirst()
  }
}
