import Platform

/// A file that others may read or write though it is not for them, or a folder in which they may replace it.
///
/// Others are the group and everybody else: whoever shares the machine without being its owner or root.
public struct Exposure: Sendable, Hashable {
  /// The rule that a file has to keep.
  public enum Need: Sendable, Hashable {
    /// Nobody else may read or write it: keys and passwords.
    case secrecy
    /// Nobody else may write it: settings and records that money depends on.
    case integrity
  }

  /// The file or folder with the permissions that are too wide.
  public let path: String
  /// One sentence with its mode and what others may do.
  public let reason: String
  /// The command or the step that mends it.
  public let repair: String

  /// Finds what others may do with a file by its own permissions; nil if it is nothing that they may not.
  ///
  /// Only regular files are looked at: a pipe or a terminal is opened by whoever holds it.
  public init?(of path: String, _ permissions: FilePermissions, needing need: Need) {
    guard permissions.kind == .regular else { return nil }
    guard !permissions.isForeign() else {
      self = Exposure(foreign: path)
      return
    }
    let isRead = need == .secrecy && permissions.othersMayRead
    guard isRead || permissions.othersMayWrite else { return nil }
    let accesses = [isRead ? "read" : nil, permissions.othersMayWrite ? "write" : nil].compactMap { $0 }
    self.path = path
    let mode = Exposure.octal(permissions.mode)
    reason = "The mode of \(path) is \(mode): others may \(accesses.joined(separator: " and ")) it."
    repair = "chmod \(need == .secrecy ? "600" : "go-w") \(Exposure.quoted(path))"
  }

  /// Finds whether others may put another file in the place of one by what its folder allows; nil if they may not.
  ///
  /// In a sticky folder a file of our own, or of root, is safe from them; so is a place where there is no file yet.
  ///
  /// - Parameters:
  ///   - folder: The folder's path.
  ///   - permissions: Those of the folder.
  ///   - file: Those of the file in it; nil if there is none.
  public init?(folder: String, _ permissions: FilePermissions, holding file: FilePermissions?) {
    guard permissions.kind == .folder else { return nil }
    // Of a sticky folder, such as one for all, others may be the owners.
    guard !permissions.isForeign() || permissions.isSticky else {
      self = Exposure(foreign: folder)
      return
    }
    guard permissions.othersMayWrite else { return nil }
    path = folder
    let mode = "The mode of the folder \(folder) is \(Exposure.octal(permissions.mode))"
    guard permissions.isSticky else {
      reason = "\(mode): others may replace the files in it."
      repair = "chmod go-w \(Exposure.quoted(folder))"
      return
    }
    guard let file, file.owner != 0, file.owner != UInt32(geteuid()) else { return nil }
    reason = "\(mode), and the file in it belongs to another user, who may replace it."
    repair = "Copy the file to a folder of your own."
  }

  private init(foreign path: String) {
    self.init(
      path: path, reason: "\(path) belongs to another user, who may change it at any time.",
      repair: "Use a copy of your own, or let root give it to you: chown \(geteuid()) \(Exposure.quoted(path))")
  }

  private init(path: String, reason: String, repair: String) {
    (self.path, self.reason, self.repair) = (path, reason, repair)
  }

  /// Finds what is unsafe about the place of a record that only this program writes: a symbolic link, anything else that is
  /// no regular file, and what others may do with the file or in its folder. Nil if nothing is, or there is no file yet in
  /// a folder that is safe.
  public static func find(inPlaceOfRecord path: String) -> Exposure? {
    let file = FilePermissions(path: path, followingLinks: false)
    switch file?.kind {
    case .symbolicLink:
      return Exposure(
        path: path, reason: "\(path) is a symbolic link: the file that it leads to may be another tomorrow.",
        repair: "Use the path of the file itself, or move the file here.")
    case .folder, .other:
      return Exposure(
        path: path, reason: "\(path) is no regular file.", repair: "Move it away, or use another path.")
    case .regular, nil:
      return file.flatMap { Exposure(of: path, $0, needing: .integrity) } ?? inFolder(of: path, holding: file)
    }
  }

  /// Finds what others may do with the file at a path, or with its folder; nil if it is nothing that they may not, or if
  /// there is no such file.
  public static func find(at path: String, needing need: Need) -> Exposure? {
    guard let file = FilePermissions(path: path) else { return nil }
    return find(at: path, file, needing: need)
  }

  /// Finds what others may do with an open file, or with the folder of its path; nil if it is nothing that they may not.
  ///
  /// A symbolic link is safe only if both folders are: its own, and that of the file.
  public static func find(at path: String, _ file: FilePermissions, needing need: Need) -> Exposure? {
    guard file.kind == .regular else { return nil }
    if let exposure = Exposure(of: path, file, needing: need) { return exposure }
    let named = FilePermissions(path: path, followingLinks: false)
    if let exposure = inFolder(of: path, holding: named) { return exposure }
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return inFolder(of: String(cString: real), holding: file)
  }

  /// Finds whether others may replace the file at a path by what its folder allows.
  public static func inFolder(of path: String, holding file: FilePermissions?) -> Exposure? {
    let folder = Folder(of: path).path
    return FilePermissions(path: folder).flatMap { Exposure(folder: folder, $0, holding: file) }
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  /// A path as a shell takes it.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "/._-+,:@%".unicodeScalars.contains($0)
    }
    guard !isPlain || path.hasPrefix("-") else { return path }
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
