import Files
import StrictJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs the tests that Ethereum's implementations share: state tests of ethereum/tests and execution-spec-tests by state
/// root, logs and refusal, and the TrieTests, RLPTests and TransactionTests beside them.
public enum StateTests {
  /// The most bytes of a file.
  static let largestFile = 1 << 30

  /// Runs all tests of some files, and of those that end in `.json` in some folders and below.
  ///
  /// Files that can't be read are failures; tests of other kinds, or of a fork that the EVM doesn't know, are skipped:
  /// both with their reason. The work is done by as many threads as there are processors, none of them Swift's own.
  ///
  /// - Complexity: O(tests); the tests of a file are in memory together.
  public static func run(paths: [String]) async -> Report {
    var report = Report()
    var files: [String] = []
    for path in paths {
      do {
        files += try Self.files(at: path)
      } catch {
        report.add(.failed, "files", at: TestPlace(file: path), "\(error)")
      }
    }
    return await withTaskGroup(of: Report.self) { group in
      var waiting = files.makeIterator()
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        if let file = waiting.next() { group.addTask { await tests(of: file) } }
      }
      for await part in group {
        report.add(part)
        if let file = waiting.next() { group.addTask { await tests(of: file) } }
      }
      return report
    }
  }

  private static func tests(of file: String) async -> Report {
    do {
      return try await BlockingWork.run { run(file: file) }
    } catch {
      var report = Report()
      report.add(.failed, "files", at: TestPlace(file: file), "\(error)")
      return report
    }
  }

  /// The file itself, or the test files of a folder, in their order.
  private static func files(at path: String) throws -> [String] {
    let manager = FileManager.default
    var isFolder = false
    #if canImport(FoundationEssentials)
      let exists = manager.fileExists(atPath: path, isDirectory: &isFolder)
    #else
      var answer = ObjCBool(false)
      let exists = manager.fileExists(atPath: path, isDirectory: &answer)
      isFolder = answer.boolValue
    #endif
    guard exists else { throw ConformanceError(.malformedTest, "there is no such file or folder") }
    guard isFolder else { return [path] }
    let below = try manager.subpathsOfDirectory(atPath: path).filter { file in
      // A name with a leading dot tells of the tests and is none (".meta/index.json").
      (file.hasSuffix(".json") || file.hasSuffix(".json.gz"))
        && !file.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    return below.sorted().map { prefix + $0 }
  }

  /// Runs the tests of a file.
  private static func run(file: String) -> Report {
    var report = Report()
    let place = TestPlace(file: file)
    guard !file.hasSuffix(".gz") else {
      report.add(.skipped, "files", at: place, "it is compressed: unpack it with gzip -d")
      return report
    }
    do {
      guard let data = FileManager.default.contents(atPath: file) else {
        throw ConformanceError(.malformedTest, "it can't be read")
      }
      let json = try JSON(parsing: [UInt8](data), limits: JSON.Limits(depth: 512, bytes: largestFile))
      guard let tests = json.object else {
        report.add(.skipped, "other kinds", at: place, "it is no object of tests: not run here")
        return report
      }
      guard !tests.isEmpty else { throw ConformanceError(.malformedTest, "there is no test in it") }
      for (name, test) in tests { run(test, at: TestPlace(file: file, test: name), &report) }
    } catch {
      report.add(.failed, "files", at: place, "\(error)")
    }
    return report
  }

  /// Runs a test by the runner of its kind, which its members tell.
  private static func run(_ test: JSON, at place: TestPlace, _ report: inout Report) {
    if test["post"] != nil, test["transaction"] != nil {
      StateTest.run(test, at: place, &report)
    } else if test["txbytes"] != nil, test["result"] != nil {
      TransactionTest.run(test, at: place, &report)
    } else if test["in"] != nil, test["root"] != nil || test["tests"] != nil {
      TrieTest.run(test, at: place, &report)
    } else if test["in"] != nil, test["out"] != nil {
      RLPTest.run(test, at: place, &report)
    } else {
      let kind = [
        ("blocks", "a test of blocks"), ("engineNewPayloads", "a test of the consensus layer's interface"),
        ("currentDifficulty", "a test of the difficulty"), ("vectors", "a test of the EVM object format"),
      ].first { test[$0.0] != nil }
      report.add(.skipped, "other kinds", at: place, "\(kind?.1 ?? "no test of a known kind"): not run here")
    }
  }
}
