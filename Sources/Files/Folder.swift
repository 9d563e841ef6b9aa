import Platform

/// A folder by its path.
package struct Folder: Sendable, Hashable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The folder that a path's last name is in.
  package init(of file: String) { path = Folder.split(file).folder }

  /// Parts a path into a folder and a name in it.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// Makes it and what is missing above it, each for its owner only; fine if it is there.
  ///
  /// - Throws: `SystemFailure` with the folder that cannot be made.
  package func make() throws(SystemFailure) {
    if access(path, F_OK) == 0 { return }
    var prefix = ""
    for (index, part) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      prefix += index == 0 ? String(part) : "/" + part
      if part.isEmpty || part == "." || part == ".." { continue }
      // An existing folder answers in several ways, depending on who may write there: only the last one counts.
      if mkdir(prefix, 0o700) == 0 {
        // Its name is in the folder above, which has to reach the disk as well.
        Folder(prefix + "/..").sync()
      } else if errno != EEXIST {
        let failure = SystemFailure(errno, prefix)
        if access(prefix, F_OK) != 0 { throw failure }
      }
    }
  }

  /// Waits until the names in it are on the disk. Some file systems can't, and then it is not needed.
  package func sync() {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
