import Primitives
import StrictJSON

/// A function of a contract: encodes its calls, decodes its results.
public struct ABIFunction: Sendable, Hashable {
  /// As the ABI has it, which may be any text: ``readable(_:)`` and ``description`` escape it.
  public let name: String
  /// The arguments, in order.
  public let inputs: [ABIParameter]
  /// The values that a call returns, in order; empty if nothing.
  public let outputs: [ABIParameter]
  /// The state mutability, which says whether a call changes state and takes money.
  public let stateMutability: StateMutability
  /// `purchaseLecture(uint256)`.
  public let signature: String
  /// The first four bytes of the signature's Keccak-256.
  public let selector: ABISelector

  /// Takes the parts as they are, and makes signature and selector of them.
  public init(
    name: String, inputs: [ABIParameter] = [], outputs: [ABIParameter] = [],
    stateMutability: StateMutability = .nonpayable
  ) {
    self.name = name
    self.inputs = inputs
    self.outputs = outputs
    self.stateMutability = stateMutability
    signature = inputs.signature(named: name)
    selector = ABISelector(signature: signature)
  }

  /// Encodes the calldata of a call.
  ///
  /// - Throws: `countMismatch`, `typeMismatch` or `outOfRange` with the argument that is wrong.
  public func encodeCall(_ arguments: [ABIValue]) throws(ContractABIError) -> Bytes {
    do throws(ContractABIError) {
      return try ABICoder.encode(arguments, parameters: inputs, prefix: selector)
    } catch { throw error.during(ReadableRenderer.render(name, arguments, inputs)) }
  }

  /// Reads arguments as they are typed at a command line.
  ///
  /// - Throws: `countMismatch`, or what ``ABIValue/init(parsing:as:)`` throws, with the argument that is wrong.
  public func arguments(parsing texts: [String]) throws(ContractABIError) -> [ABIValue] {
    try inputs.values(parsing: texts, of: description)
  }

  /// Reads arguments from JSON: an array, or an object by the inputs' names.
  ///
  /// - Throws: what ``ABIValue/init(json:as:)`` throws, with the argument that is wrong.
  public func arguments(json: JSON) throws(ContractABIError) -> [ABIValue] {
    try ABIValue(json: json, as: .tuple(inputs)).elements ?? []
  }

  /// Decodes the arguments of a call.
  ///
  /// - Throws: `wrongSelector` for calldata of another function, else what ``ABICoder`` throws.
  public func decodeCall(
    _ calldata: Bytes, options: ABIDecodingOptions = .strict
  ) throws(ContractABIError) -> [ABIValue] {
    guard ABISelector(prefixOf: calldata) == selector else {
      throw ContractABIError(
        .wrongSelector, "this is no call of \(name)",
        reason: "calls of \(signature) begin with \(selector), this begins with \(Bytes(calldata.prefix(4)).hex)")
    }
    do throws(ContractABIError) {
      return try ABICoder.decode(calldata, parameters: inputs, from: 4, options: options)
    } catch { throw error.during(signature) }
  }

  /// Decodes what a call returned.
  ///
  /// - Throws: `noData` if nothing came where something was due, else what ``ABICoder`` throws.
  public func decodeOutput(
    _ data: Bytes, options: ABIDecodingOptions = .strict
  ) throws(ContractABIError) -> [ABIValue] {
    try checkOutput(data)
    do throws(ContractABIError) {
      return try ABICoder.decode(data, parameters: outputs, options: options)
    } catch { throw error.during(signature) }
  }

  /// Decodes what a call returned with a reader, as bindings do; of text any is taken (``ABIDecodingOptions/anyText``).
  ///
  /// - Throws: `noData` if nothing came where something was due, else what `body` throws.
  public func decodeOutput<Result>(
    _ data: Bytes, _ body: (inout ABIReader) throws(ContractABIError) -> Result
  ) throws(ContractABIError) -> Result {
    try checkOutput(data)
    do throws(ContractABIError) {
      return try ABIReader.decode(data, options: .anyText, body)
    } catch { throw error.during(signature) }
  }

  /// Tells an answer without data from one that is merely wrong.
  ///
  /// - Throws: `noData` if the function returns something and nothing came.
  public func checkOutput(_ data: Bytes) throws(ContractABIError) {
    guard data.isEmpty, outputs.contains(where: { $0.type.headSize > 0 }) else { return }
    throw ContractABIError(
      .noData, "\(name) returned nothing", reason: "there is no contract at that address, or it has no such function",
      call: signature, advice: "Check the address and the chain.")
  }

  /// A call for people: `purchaseLecture(lectureNumber: 0)`; safe for a terminal.
  public func readable(_ arguments: [ABIValue]) -> String { ReadableRenderer.render(name, arguments, inputs) }

  /// A call for people, from its calldata, which may be anything.
  public func readable(calldata: Bytes) -> String {
    do throws(ContractABIError) {
      return readable(try decodeCall(calldata, options: .lenient))
    } catch { return "\(TerminalSafe.escape(name))(\(TerminalSafe.shorten(calldata)))" }
  }
}

extension ABIFunction: CustomStringConvertible {
  /// The human-readable signature: `function owner() view returns (address)`.
  public var description: String {
    var text = "function \(TerminalSafe.escape(name, limit: .max))\(inputs.humanReadable)"
    if stateMutability != .nonpayable { text += " \(stateMutability.rawValue)" }
    if !outputs.isEmpty { text += " returns \(outputs.humanReadable)" }
    return text
  }
}

extension [ABIParameter] {
  /// `name(uint256,address)`.
  func signature(named name: String) -> String { "\(name)(\(map(\.type.canonical).joined(separator: ",")))" }

  /// `(uint256 lectureNumber, address student)`.
  var humanReadable: String { "(\(map(\.description).joined(separator: ", ")))" }

  /// Reads one value a parameter.
  func values(parsing texts: [String], of what: String) throws(ContractABIError) -> [ABIValue] {
    guard texts.count == count else {
      throw ContractABIError(
        .countMismatch,
        "\(texts.count) argument\(texts.count == 1 ? "" : "s") where \(count) \(count == 1 ? "was" : "were") expected",
        reason: "it is \(what)")
    }
    var values: [ABIValue] = []
    for (index, parameter) in enumerated() {
      do throws(ContractABIError) {
        values.append(try ABIValue(parsing: texts[index], as: parameter.type))
      } catch { throw error.inside(parameter.label(at: index)) }
    }
    return values
  }
}
