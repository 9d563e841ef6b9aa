import Files
import Platform

/// The newest timeline of each server at which this machine made a change, kept in a folder of the user's: apart from the
/// server, so that an old primary which comes back after another took its place is known.
///
/// A server that takes another's place begins a timeline with a higher number. There is one file for each server, by the number
/// that its files were given when they were made: a copy has the same. Nothing that is noted is ever lowered.
struct TimelineNotes: Sendable {
  let folder: String

  /// Such as `0000000002` and a line feed: one note takes the place of another as a whole.
  private static let digits = 10

  private func path(of server: Int64) -> String { "\(folder)/timeline-\(server)" }

  /// The newest timeline that is noted of a server; 0 where none is.
  func newest(of server: Int64) -> UInt32 {
    guard let file = try? NamedFile(path(of: server), followingLinks: false) else { return 0 }
    return Self.number(file.descriptor)
  }

  private static func number(_ descriptor: Int32) -> UInt32 {
    var bytes = [UInt8](repeating: 0, count: digits)
    guard pread(descriptor, &bytes, digits, 0) == digits else { return 0 }
    return UInt32(String(decoding: bytes, as: UTF8.self)) ?? 0
  }

  /// Notes a timeline of a server; when this returns it is on the disk.
  ///
  /// - Throws: `SystemFailure`.
  func raise(_ server: Int64, to timeline: UInt32) throws {
    guard newest(of: server) < timeline else { return }
    try Folder(folder).make()
    let file = try FileLock(path(of: server))
    defer { file.unlock() }
    guard Self.number(file.descriptor) < timeline else { return }
    let digits = String(timeline)
    let bytes = Array((String(repeating: "0", count: Self.digits - digits.count) + digits + "\n").utf8)
    guard pwrite(file.descriptor, bytes, bytes.count, 0) == bytes.count, fsync(file.descriptor) == 0 else {
      throw SystemFailure(errno)
    }
    Folder(folder).sync()
  }
}
