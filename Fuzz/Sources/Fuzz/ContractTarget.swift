import ContractABI
import Primitives
import StrictJSON

/// An ABI as JSON or as lines of signatures: what is read, is read again from its own JSON and from its own text.
func fuzzContract(_ bytes: Bytes) {
  let text = String(decoding: bytes, as: UTF8.self)
  let isJSON = text.first { !$0.isWhitespace }.map { $0 == "[" || $0 == "{" } ?? false
  do throws(ContractABIError) {
    let abi =
      isJSON
      ? try ContractABI(parsing: text)
      : try ContractABI(humanReadable: text.split(separator: "\n").map(String.init))
    check(abi)
    // JSON may give a parameter a name that no signature can have.
    if !isJSON { checkDescriptions(abi) }
  } catch {
    requirePresentable(error, of: "an ABI")
  }
  _ = try? ContractArtifact(parsing: bytes)
}

private func check(_ abi: ContractABI) {
  let again = must("reading an ABI's own JSON") { () throws(ContractABIError) in try ContractABI(json: abi.json) }
  require(again.json == abi.json, "the ABI \(abi.json) becomes \(again.json)")
  let zeros = Bytes(repeating: 0, count: 64)
  for function in abi.functions {
    let bare = must("reading \(function.signature)") { () throws(ContractABIError) in
      try ABIFunction(parsing: function.signature)
    }
    require(bare.selector == function.selector, "\(function) becomes \(bare)")
    requirePrintable(function.readable(calldata: function.selector.bytes + zeros), of: "a call")
    requirePrintable(function.description, of: "a function")
  }
  for event in abi.events {
    _ = event.matches(topics: [.zero, .zero])
    _ = try? event.decode(topics: [event.topic0, .zero], data: zeros)
    _ = try? event.topics()
  }
  for error in abi.errors {
    requirePrintable(abi.revertReason(error.selector.bytes + zeros).readable, of: "a revert reason")
  }
}

private func checkDescriptions(_ abi: ContractABI) {
  for function in abi.functions {
    let same = must("reading \(function)") { () throws(ContractABIError) in
      try ABIFunction(parsing: function.description)
    }
    require(same.description == function.description, "\(function) becomes \(same)")
  }
}
