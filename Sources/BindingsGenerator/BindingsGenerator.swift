import ContractABI
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns one contract artifact into one Swift file: `BindingsGenerator IN.json OUT.swift`.
@main
struct BindingsGenerator {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let input = arguments.first, let output = arguments.last, arguments.count == 2 else {
      fail("usage: BindingsGenerator ARTIFACT.json OUTPUT.swift")
    }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: input))
      let fileName = URL(fileURLWithPath: input).lastPathComponent
      let source = try bindings(artifact: Array(data), fileName: fileName)
      try Data(source.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      fail("\(input): error: \(error)")
    }
  }

  /// The Swift source of an artifact's bindings; the same for the same input.
  ///
  /// - Throws: `ContractABIError` for an artifact that is none.
  static func bindings(artifact: [UInt8], fileName: String) throws(ContractABIError) -> String {
    let artifact = try ContractArtifact(parsing: artifact)
    // Parts of the ABI missing from the bindings would be noticed much later.
    if let entry = artifact.abi.unusable.first { throw entry.problem }
    return try ContractSource(artifact: artifact, fileName: fileName).text()
  }

  private static func fail(_ message: String) -> Never {
    let bytes = Array((message + "\n").utf8)
    _ = write(2, bytes, bytes.count)
    exit(1)
  }
}
