import ContractABI

/// The straight-line code that encodes, decodes and checks a list of fields.
enum CodecSource {
  /// Bytes of the heads.
  static func headSize(_ fields: [Field]) -> Int { fields.reduce(0) { $0 + $1.parameter.type.headSize } }

  /// The expression of the tails' bytes, nil if there are none.
  static func tailSize(_ fields: [Field], of value: String = "") -> String? {
    let dynamic = fields.filter { $0.parameter.type.isDynamic }
    guard !dynamic.isEmpty else { return nil }
    return dynamic.map { "\($0.type.codec).tailSize(of: \(value)\($0.source))" }.joined(separator: " + ")
  }

  /// `ABIWriter.encode(…) { … }` of arguments in scope.
  static func encode(_ fields: [Field], selector: ABISelector?, prefix: String = "", into text: inout SourceText) {
    var parts: [String] = []
    if let selector { parts.append("selector: \(selector.hex)") }
    parts.append("headSize: \(headSize(fields))")
    if let tails = tailSize(fields) { parts.append("tailSize: \(tails)") }
    let call = "\(prefix)ABIWriter.encode(\(parts.joined(separator: ", ")))"
    guard !fields.isEmpty else { return text.line("\(call) { _ in }") }
    text.block("\(call) {") { text in
      for field in fields { text.line("$0.write(\(field.source), \(field.type.codec))") }
    }
  }

  /// The checks of arguments in scope.
  static func check(_ fields: [Field], of value: String = "", into text: inout SourceText) {
    for field in fields where field.type.needsCheck {
      let label = SourceText.literal(field.parameter.name.isEmpty ? field.name : field.parameter.name)
      text.line("try GeneratedSupport.check(\(value)\(field.source), \(field.type.codec), \(label))")
    }
  }

  /// `Name(a: try reader.read(…), …)`.
  static func construct(_ name: String, _ fields: [Field], reader: String, into text: inout SourceText) {
    guard !fields.isEmpty else { return text.line("\(name)()") }
    text.block("\(name)(", closing: ")") { text in
      for (index, field) in fields.enumerated() {
        text.line("\(field.label): \(field.read(reader))\(index + 1 < fields.count ? "," : "")")
      }
    }
  }

  /// A struct with public fields and their initializer.
  static func structure(
    _ name: String, _ fields: [Field], comment: String, into text: inout SourceText,
    _ more: (inout SourceText) -> Void = { _ in }
  ) {
    text.comment(comment)
    text.block("public struct \(name): Sendable, Hashable {") { text in
      for field in fields {
        text.comment("`\(field.parameter)`")
        text.line("public var \(field.property)")
      }
      if !fields.isEmpty { text.line() }
      text.block("public init(\(fields.map(\.declaration).joined(separator: ", "))) {") { text in
        for field in fields { text.line("self.\(field.source) = \(field.source)") }
      }
      more(&text)
    }
  }

  /// The struct of a tuple with its codec.
  static func structure(_ structure: SwiftTypes.Structure, into text: inout SourceText) {
    let (name, fields) = (structure.name, structure.fields)
    let isDynamic = structure.type.isDynamic
    Self.structure(name, fields, comment: "The tuple `\(structure.type.humanReadable)`.", into: &text) { text in
      text.line()
      text.line("/// How the tuple is encoded.")
      text.block("public struct Codec: ABICodec {") { text in
        text.line("public init() {}")
        if isDynamic {
          text.line("public var isDynamic: Bool { true }")
          text.block("public func tailSize(of value: \(name)) -> Int {") { text in
            text.line("\(headSize(fields)) + \(tailSize(fields, of: "value.") ?? "0")")
          }
        } else {
          text.line("public var headSize: Int { \(headSize(fields)) }")
        }
        if fields.contains(where: { $0.type.needsCheck }) {
          text.block("public func check(_ value: \(name)) throws(ContractABIError) {") { text in
            check(fields, of: "value.", into: &text)
          }
        }
        text.block("public func write(_ value: \(name), to writer: inout ABIWriter) {") { text in
          write(fields, isDynamic: isDynamic, into: &text)
        }
        text.block("public func read(from reader: inout ABIReader) throws(ContractABIError) -> \(name) {") { text in
          guard isDynamic else { return construct(name, fields, reader: "reader", into: &text) }
          text.block("try reader.frame { (inner: inout ABIReader) throws(ContractABIError) -> \(name) in") { text in
            construct(name, fields, reader: "inner", into: &text)
          }
        }
      }
    }
  }

  private static func write(_ fields: [Field], isDynamic: Bool, into text: inout SourceText) {
    guard isDynamic else {
      for field in fields { text.line("writer.write(value.\(field.source), \(field.type.codec))") }
      return
    }
    text.block("writer.frame(headSize: \(headSize(fields))) {") { text in
      for field in fields { text.line("$0.write(value.\(field.source), \(field.type.codec))") }
    }
  }
}
