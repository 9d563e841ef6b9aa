import Platform

/// The permission bits of a file or folder and the user who owns it, as the system had them when they were read.
public struct FilePermissions: Sendable, Hashable {
  /// The kind of thing that has a name in a folder.
  public enum Kind: Sendable, Hashable {
    /// A file with bytes of its own.
    case regular
    /// A folder.
    case folder
    /// A symbolic link itself, not what it leads to.
    case symbolicLink
    /// A pipe, a socket or a device.
    case other
  }

  /// The kind of thing that it is.
  public let kind: Kind
  /// The low twelve bits, as in 0o600 or 0o1777.
  public let mode: UInt32
  /// The owner's number.
  public let owner: UInt32

  /// Takes the parts as they are.
  public init(kind: Kind, mode: UInt32, owner: UInt32) {
    self.kind = kind
    self.mode = mode
    self.owner = owner
  }

  /// Reads those of a path; nil where there is nothing or where the system does not tell.
  ///
  /// - Parameter followingLinks: whether a symbolic link stands for the file that it leads to.
  public init?(path: String, followingLinks: Bool = true) {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// Reads those of an open file or folder; nil where the system does not tell.
  public init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads those of a name in an open folder, of a symbolic link itself; nil where there is nothing.
  public init?(_ name: String, in folder: Int32) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    mode = UInt32(status.st_mode) & 0o7777
    owner = UInt32(status.st_uid)
  }

  /// Whether the group or everybody may read it.
  public var othersMayRead: Bool { mode & 0o044 != 0 }

  /// Whether the group or everybody may write it; in a folder: may add, rename and remove.
  public var othersMayWrite: Bool { mode & 0o022 != 0 }

  /// Whether another user owns it, who may change it and its mode at any time: neither root nor whoever runs this. Root
  /// itself uses what belongs to others.
  ///
  /// - Parameter user: The number of whoever runs this.
  public func isForeign(to user: UInt32 = geteuid()) -> Bool { user != 0 && owner != 0 && owner != user }

  /// Whether only its owner may rename or remove what is in the folder, as in `/tmp`.
  public var isSticky: Bool { mode & 0o1000 != 0 }
}
