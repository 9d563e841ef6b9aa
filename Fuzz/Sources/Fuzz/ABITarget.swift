import ContractABI
import Primitives
import StrictJSON

/// A type, a line end, data: what decodes, encodes to data that decodes to the same; text and JSON of it read back.
func fuzzABI(_ input: Bytes) {
  let line = input.prefix { $0 != 0x0a }
  let data = Bytes(input.dropFirst(line.count + 1))
  requirePrintable(RevertReason(data).readable, of: "a revert reason")
  let type: ABIType
  do throws(ContractABIError) {
    type = try ABIType(parsing: String(decoding: line, as: UTF8.self))
  } catch {
    requirePresentable(error, of: "an ABI type")
    return
  }
  checkText(of: type)
  var parameters = [ABIParameter("", type)]
  if case .tuple(let components) = type { parameters = components }
  let types = parameters.map(\.type)

  let lenient: [ABIValue]
  do throws(ContractABIError) {
    lenient = try ABICoder.decode(data, parameters: parameters, options: .lenient)
  } catch {
    requirePresentable(error, of: "ABI data")
    require((try? ABICoder.decode(data, as: types)) == nil, "strict decoding takes what lenient decoding refuses")
    return
  }
  // What comes out of data that points at the same bytes again and again may be larger than the default allows.
  let encoded = must("encoding what was decoded") { () throws(ContractABIError) in
    try ABICoder.encode(lenient, parameters: parameters)
  }
  let again = must("decoding what was encoded") { () throws(ContractABIError) in
    try ABICoder.decode(encoded, parameters: parameters, options: ABIDecodingOptions(limit: .max))
  }
  require(again == lenient, "the ABI round trip of \(type)")
  if let strict = try? ABICoder.decode(data, parameters: parameters) {
    require(strict == lenient, "strict and lenient decoding differ for \(type)")
  }
  _ = try? ABICoder.encodePacked(lenient, as: types)
  zip(lenient, types).forEach(checkText)
}

private func checkText(of type: ABIType) {
  let canonical = must("reading a canonical type") { () throws(ContractABIError) in
    try ABIType(parsing: type.canonical)
  }
  require(canonical.canonical == type.canonical, "\(type.canonical) becomes \(canonical.canonical)")
  let readable = must("reading a readable type") { () throws(ContractABIError) in
    try ABIType(parsing: type.humanReadable)
  }
  require(readable == type, "\(type.humanReadable) becomes \(readable.humanReadable)")
  require(canonical.headSize == type.headSize && canonical.isDynamic == type.isDynamic, "the layout of \(type)")
}

private func checkText(of value: ABIValue, as type: ABIType) {
  requirePrintable(value.readable(as: type), of: "a readable value")
  let json = value.json(as: type)
  let again = must("reading a value's JSON \(json)") { () throws(ContractABIError) in
    try ABIValue(json: json, as: type)
  }
  require(again == value, "the JSON \(json) of \(type)")
}
