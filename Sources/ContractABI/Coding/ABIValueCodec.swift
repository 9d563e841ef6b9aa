import Primitives

/// Encodes and decodes ``ABIValue`` by an ``ABIType`` known at run time only.
///
/// Every size and check comes from the same walk over the type, so what was checked can be written.
struct ABIValueCodec: ABICodec {
  let type: ABIType

  var isDynamic: Bool { type.isDynamic }
  var headSize: Int { type.headSize }

  func tailSize(of value: ABIValue) -> Int { isDynamic ? size(value, type) : 0 }

  func check(_ value: ABIValue) throws(ContractABIError) {
    switch (type, value) {
    case (.uint(let bits), .uint(let number)): try IntegerRange.check(number, bits: bits, type: type)
    case (.int(let bits), .int(let number)): try IntegerRange.check(number, bits: bits, type: type)
    case (.fixed(let bits, let decimals), .fixed(let number, decimals: let scale)) where decimals == scale:
      try IntegerRange.check(number, bits: bits, type: type)
    case (.ufixed(let bits, let decimals), .ufixed(let number, decimals: let scale)) where decimals == scale:
      try IntegerRange.check(number, bits: bits, type: type)
    case (.address, .address), (.bool, .bool), (.bytes, .bytes), (.string, .string): break
    case (.fixedBytes(let count), .fixedBytes(let bytes)):
      guard bytes.count == count, count <= 32 else { throw .count(bytes.count, expected: count, of: "bytes") }
    case (.function, .function(let bytes)):
      guard bytes.count == 24 else { throw .count(bytes.count, expected: 24, of: "bytes") }
    case (.fixedArray(let element, let count), .array(let values)):
      guard values.count == count else { throw .count(values.count, expected: count, of: "elements of \(type)") }
      try ABIElements(element: ABIValueCodec(type: element)).check(values)
    case (.array(let element), .array(let values)):
      try ABIElements(element: ABIValueCodec(type: element)).check(values)
    case (.tuple(let components), .tuple(let values)):
      guard values.count == components.count else {
        throw .count(values.count, expected: components.count, of: "components of \(type)")
      }
      for (index, component) in components.enumerated() {
        do throws(ContractABIError) {
          try ABIValueCodec(type: component.type).check(values[index])
        } catch { throw error.inside(component.label(at: index)) }
      }
    default:
      throw ContractABIError(.typeMismatch, "a \(type) was expected, not \(value.kind)")
    }
  }

  /// Bytes of the tail of a dynamic value that has been checked.
  private func size(_ value: ABIValue, _ type: ABIType) -> Int {
    switch (type, value) {
    case (.bytes, .bytes(let bytes)): ABISize.dynamic(bytes.count)
    case (.string, .string(let text)): ABISize.dynamic(text.utf8.count)
    case (.array(let element), .array(let values)): ABIArray(ABIValueCodec(type: element)).tailSize(of: values)
    case (.fixedArray(let element, _), .array(let values)):
      ABIElements(element: ABIValueCodec(type: element)).size(of: values)
    case (.tuple(let components), .tuple(let values)):
      zip(components, values).reduce(0) { sum, pair in
        sum + pair.0.type.headSize + ABIValueCodec(type: pair.0.type).tailSize(of: pair.1)
      }
    default: 0
    }
  }

  func write(_ value: ABIValue, to writer: inout ABIWriter) {
    switch value {
    case .uint(let number), .ufixed(let number, decimals: _): writer.put(number)
    case .int(let number), .fixed(let number, decimals: _): writer.put(number.bitPattern)
    case .address(let address): ABIAddress().write(address, to: &writer)
    case .bool(let truth): ABIBool().write(truth, to: &writer)
    case .bytes(let bytes): ABIBytes().write(bytes, to: &writer)
    case .string(let text): ABIString().write(text, to: &writer)
    case .fixedBytes(let bytes), .function(let bytes): bytes.withUnsafeBytes { writer.put($0, atEnd: false) }
    case .array(let values):
      switch type {
      case .array(let element): ABIArray(ABIValueCodec(type: element)).write(values, to: &writer)
      case .fixedArray(let element, let count):
        ABIFixedArray(ABIValueCodec(type: element), count: count).write(values, to: &writer)
      default: break
      }
    case .tuple(let values):
      guard let components = type.components else { return }
      guard isDynamic else { return Self.write(values, components, to: &writer) }
      writer.frame(headSize: type.inlineSize) { inner in Self.write(values, components, to: &inner) }
    }
  }

  static func write(_ values: [ABIValue], _ components: [ABIParameter], to writer: inout ABIWriter) {
    for (value, component) in zip(values, components) {
      writer.write(value, ABIValueCodec(type: component.type))
    }
  }

  func read(from reader: inout ABIReader) throws(ContractABIError) -> ABIValue {
    switch type {
    case .uint(let bits): return .uint(try reader.unsigned(bits: bits))
    case .int(let bits): return .int(try reader.signed(bits: bits))
    case .ufixed(let bits, let decimals): return .ufixed(try reader.unsigned(bits: bits), decimals: decimals)
    case .fixed(let bits, let decimals): return .fixed(try reader.signed(bits: bits), decimals: decimals)
    case .address: return .address(try ABIAddress().read(from: &reader))
    case .bool: return .bool(try reader.bool())
    case .bytes: return .bytes(try reader.dynamicBytes())
    case .string: return .string(try reader.string())
    case .fixedBytes(let count):
      return .fixedBytes(Bytes(try reader.fixedBytes(count: count).bytes.prefix(max(0, count))))
    case .function: return .function(Bytes(try reader.fixedBytes(count: 24).bytes.prefix(24)))
    case .array(let element):
      return .array(try ABIArray(ABIValueCodec(type: element)).read(from: &reader))
    case .fixedArray(let element, let count):
      return .array(try ABIFixedArray(ABIValueCodec(type: element), count: count).read(from: &reader))
    case .tuple(let components):
      guard isDynamic else { return .tuple(try Self.read(components, from: &reader)) }
      return .tuple(
        try reader.frame { (inner: inout ABIReader) throws(ContractABIError) in
          try Self.read(components, from: &inner)
        })
    }
  }

  static func read(
    _ components: [ABIParameter], from reader: inout ABIReader
  ) throws(ContractABIError) -> [ABIValue] {
    var values: [ABIValue] = []
    values.reserveCapacity(components.count)
    for (index, component) in components.enumerated() {
      let codec = ABIValueCodec(type: component.type)
      try reader.countEmptyElement(size: codec.headSize)
      values.append(try reader.read(codec, component.label(at: index)))
    }
    return values
  }
}
