import FixtureSupport
import Foundation
import Rates
import StrictJSON

/// An answer of a source as it was recorded, from `Tests/RecordedSources/Answers`.
enum RecordedAnswer {
  /// Its bytes.
  static func bytes(_ name: String) throws -> [UInt8] {
    // Scratch packages reach this file through a symbolic link; the answers lie beside the real one.
    let tests = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try Fixtures.bytes(tests.appendingPathComponent("RecordedSources/Answers/\(name)").path)
  }

  /// Its JSON.
  static func json(_ name: String) throws -> JSON { try JSON(parsing: bytes(name)) }
}

extension SourceAnswer {
  /// Bytes that come at a time, in seconds since 1970.
  init(_ body: [UInt8], at time: Int64) { self.init(body, date: time, retrieved: time) }

  /// The text of JSON that comes at a time, in seconds since 1970.
  init(_ json: JSON, at time: Int64) { self.init(Array(json.description.utf8), at: time) }

  /// A recorded answer that comes at a time, in seconds since 1970.
  init(recorded name: String, at time: Int64) throws { self.init(try RecordedAnswer.bytes(name), at: time) }
}
