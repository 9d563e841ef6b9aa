import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing

/// A vector that lacks what the test reads from it.
struct BrokenVector: Error, CustomStringConvertible {
  let description: String
}

extension JSON {
  /// The text of a member.
  func text(_ key: String) throws -> String {
    guard let text = self[key]?.string else { throw BrokenVector(description: "no text \(key)") }
    return text
  }

  /// The bytes of a member that is hexadecimal text.
  func bytes(_ key: String) throws -> Bytes { try Bytes(hex: text(key)) }

  /// A whole number.
  func integer(_ key: String) throws -> Int {
    guard let value = self[key]?.int else { throw BrokenVector(description: "no number \(key)") }
    return value
  }

  /// The items of a member.
  func items(_ key: String) throws -> [JSON] {
    guard let items = self[key]?.array else { throw BrokenVector(description: "no array \(key)") }
    return items
  }
}

/// Runs every vector and counts those that pass.
func countPassed(_ suite: String, _ vectors: [JSON], _ check: (JSON) throws -> Bool) throws {
  var passed = 0
  var failures: [String] = []
  for (index, vector) in vectors.enumerated() {
    let name = vector["name"]?.string ?? vector["tcId"]?.numberText ?? "\(index)"
    do {
      if try check(vector) { passed += 1 } else { failures.append(name) }
    } catch {
      failures.append("\(name): \(error)")
    }
  }
  #expect(failures.isEmpty, "\(failures.prefix(10))")
  #expect(passed == vectors.count && passed > 0)
  Fixtures.report(suite, passed: passed)
}

extension SecretBytes {
  /// A copy for comparing in tests.
  var exposed: Bytes { withUnsafeBytes { Bytes($0) } }
}
