import Primitives
import StrictJSON

/// What a compiler makes of a contract: its ABI and, if it is there, its code.
///
/// Reads what Vyper, solc, Hardhat, Foundry and Truffle write: `abi` with `bytecode` and `deployedBytecode` as hex, as
/// `{"object": …}`, or under `evm`; also a bare ABI.
public struct ContractArtifact: Sendable, Hashable {
  /// The interface; always there, also where the file is nothing but an ABI.
  public let abi: ContractABI
  /// The code that creates the contract, without constructor arguments.
  public let bytecode: Bytes?
  /// The code that the chain keeps.
  public let deployedBytecode: Bytes?

  /// Takes the parts as they are; without code it is an interface, which cannot be deployed.
  public init(abi: ContractABI, bytecode: Bytes? = nil, deployedBytecode: Bytes? = nil) {
    self.abi = abi
    self.bytecode = bytecode
    self.deployedBytecode = deployedBytecode
  }

  /// Reads an artifact or a bare ABI.
  ///
  /// - Throws: `invalidABI` or `invalidType` with the entry that is wrong; `invalidBytecode` for code that is not
  ///   hexadecimal or not linked.
  public init(json: JSON) throws(ContractABIError) {
    abi = try ContractABI(json: json)
    bytecode = try Self.code(json, ["bytecode", "bin"], evm: "bytecode")
    deployedBytecode = try Self.code(
      json, ["deployedBytecode", "deployed_bytecode", "bytecode_runtime", "bin-runtime"], evm: "deployedBytecode")
  }

  /// Reads an artifact from the bytes of a file.
  ///
  /// - Throws: what ``init(json:)`` throws.
  public init(parsing bytes: Bytes) throws(ContractABIError) {
    let json: JSON
    do throws(JSONError) { json = try JSON(parsing: bytes) } catch { throw .notJSON(error) }
    try self.init(json: json)
  }

  private static func code(_ json: JSON, _ keys: [String], evm: String) throws(ContractABIError) -> Bytes? {
    let found = keys.lazy.compactMap { json[$0] }.first ?? json["evm"]?[evm]
    guard let found, !found.isNull else { return nil }
    guard let text = found.string ?? found["object"]?.string else {
      throw ContractABIError(.invalidBytecode, "the \(evm) is neither a string nor an object with \"object\"")
    }
    // An interface or an abstract contract has empty code: it cannot be deployed.
    guard !text.isEmpty, text != "0x" else { return nil }
    guard !text.contains("_") else {
      throw ContractABIError(
        .invalidBytecode, "the \(evm) has libraries still to be linked", reason: "it contains placeholders (__…__)",
        advice: "Link the libraries with the compiler first.")
    }
    do throws(PrimitivesError) {
      return try Hex.decode(text)
    } catch {
      throw ContractABIError(
        .invalidBytecode, "the \(evm) is not hexadecimal",
        reason: TerminalSafe.escape(error.message.split(separator: "\n").joined(separator: "; "), limit: 200))
    }
  }
}
