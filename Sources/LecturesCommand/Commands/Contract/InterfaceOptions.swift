import ArgumentParser
import ContractABI
import LectureKit
import Operations
import Primitives

/// The options that choose a contract's interface.
struct InterfaceOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "The contract's interface: an ABI or a compiler's artifact as JSON, or signatures and structs as in Solidity, one a line.",
      valueName: "file"), completion: .file())
  var abi: String?

  /// The interface and code that were given; nil if none was.
  ///
  /// - Throws: `usage` when the file cannot be read, else the error of the artifact.
  func artifact(in context: CommandContext) throws -> ContractArtifact? {
    guard let abi else { return nil }
    return try CommandFailure.typed { try InterfaceFile.read(abi, in: context) }
  }

  /// The interface that was given, or that of the lecture contract.
  func abiOrLectureMarket(in context: CommandContext) throws -> ContractABI {
    try artifact(in: context)?.abi ?? LectureMarket.abi
  }

  /// The interface of a contract at an address: the one given, or the lecture contract's if it is the one in use.
  func abi(for address: Address?, in context: CommandContext) throws -> ContractABI? {
    try artifact(in: context)?.abi ?? context.settings.knownABI(of: address)
  }

  /// A call for people; nil where the interface is not known, or there is no call.
  func readable(_ data: Bytes, to address: Address?, in context: CommandContext) throws -> String? {
    guard let abi = try abi(for: address, in: context), !data.isEmpty, address != nil else { return nil }
    return abi.readable(calldata: data)
  }

  /// The custom errors that the contract may raise.
  func errors(to address: Address?, in context: CommandContext) throws -> [ABIError] {
    try abi(for: address, in: context)?.errors ?? []
  }
}

extension Settings {
  /// The interface of a contract at an address, if it is the lecture contract in use.
  func knownABI(of address: Address?) -> ContractABI? {
    guard let address, let inUse = try? contractIfSet(), inUse == address else { return nil }
    return LectureMarket.abi
  }
}

/// A file with the interface of a contract, in any of the forms that compilers and people write.
enum InterfaceFile {
  static func read(_ path: String, in context: CommandContext) throws -> ContractArtifact {
    let bytes = try InputFile.contents(of: path)
    let first = bytes.first { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") || first == nil {
      return try ContractArtifact(parsing: bytes)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { String($0).trimmed }.filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("//") }
    return ContractArtifact(abi: try ContractABI(humanReadable: signatures(in: lines)))
  }

  /// One a line, but a struct may go over several, up to its closing brace.
  private static func signatures(in lines: [String]) -> [String] {
    var signatures: [String] = []
    var isOpen = false
    for line in lines {
      if isOpen { signatures[signatures.count - 1] += " " + line } else { signatures.append(line) }
      isOpen = (isOpen || line.hasPrefix("struct ")) && !line.contains("}")
    }
    return signatures
  }
}
