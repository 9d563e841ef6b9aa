import Primitives
import StrictJSON

/// The output of a compiler for a contract: its ABI and, if it is there, its code.
///
/// Reads what Vyper, solc, Hardhat, Foundry and Truffle write: `abi` with `bytecode` and `deployedBytecode` as hex, as
/// `{"object": …}`, or under `evm`; also a bare ABI.
public struct ContractArtifact: Sendable, Hashable {
  /// The interface; always there, also where the file is nothing but an ABI.
  public let abi: ContractABI
  /// The code that creates the contract, without constructor arguments; nil as long as libraries are missing in it.
  public let bytecode: Bytes?
  /// The code that the chain keeps; nil as long as libraries are missing in it.
  public let deployedBytecode: Bytes?
  /// The libraries whose addresses are still to be put into ``bytecode``; their placeholders where nothing tells the names.
  public let unlinkedLibraries: [String]

  /// Takes the parts as they are; without code it is an interface, which cannot be deployed.
  public init(
    abi: ContractABI, bytecode: Bytes? = nil, deployedBytecode: Bytes? = nil, unlinkedLibraries: [String] = []
  ) {
    self.abi = abi
    self.bytecode = bytecode
    self.deployedBytecode = deployedBytecode
    self.unlinkedLibraries = unlinkedLibraries
  }

  /// Reads an artifact or a bare ABI.
  ///
  /// - Throws: `invalidABI` with the entry that is wrong; `invalidBytecode` for code that is not hexadecimal.
  public init(json: JSON) throws(ContractABIError) {
    abi = try ContractABI(json: json)
    let code = try Self.code(json, ["bytecode", "bin"], evm: "bytecode", links: "linkReferences")
    bytecode = code?.linked
    unlinkedLibraries = code?.libraries ?? []
    deployedBytecode = try Self.code(
      json, ["deployedBytecode", "deployed_bytecode", "bytecode_runtime", "bin-runtime"], evm: "deployedBytecode",
      links: "deployedLinkReferences")?.linked
  }

  /// Reads an artifact from the bytes of a file.
  ///
  /// - Throws: what ``init(json:)`` throws.
  public init(parsing bytes: Bytes) throws(ContractABIError) {
    let json: JSON
    do throws(JSONError) { json = try JSON(parsing: bytes) } catch { throw .notJSON(error) }
    try self.init(json: json)
  }

  private static func code(
    _ json: JSON, _ keys: [String], evm: String, links: String
  ) throws(ContractABIError) -> LinkableCode? {
    let found = keys.lazy.compactMap { json[$0] }.first ?? json["evm"]?[evm]
    guard let found, !found.isNull else { return nil }
    guard let text = found.string ?? found["object"]?.string else {
      throw ContractABIError(.invalidBytecode, "the \(evm) is neither a string nor an object with \"object\"")
    }
    // An interface or an abstract contract has empty code: it cannot be deployed.
    guard !text.isEmpty, text != "0x" else { return nil }
    do throws(PrimitivesError) {
      return try LinkableCode(text, references: found["linkReferences"] ?? json[links])
    } catch {
      throw ContractABIError(
        .invalidBytecode, "the \(evm) is not hexadecimal",
        reason: TerminalSafe.escape(error.message.split(separator: "\n").joined(separator: "; "), limit: 200))
    }
  }
}
