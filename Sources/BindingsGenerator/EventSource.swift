import ContractABI

/// The struct of one event.
struct EventSource {
  private let contract: String
  private let event: ABIEvent
  private let index: Int
  private let name: String
  private let fields: [Field]

  init(contract: String, event: ABIEvent, index: Int, name: String, types: inout SwiftTypes) {
    self.contract = contract
    self.event = event
    self.index = index
    self.name = name
    fields = Field.all(event.inputs, nameless: "arg") { _, parameter in
      // The chain keeps only the hash of an indexed value of a dynamic type.
      parameter.isIndexed && !parameter.type.isValueType
        ? SwiftType(name: "Hash32", codec: "ABIBytes32()", needsCheck: false)
        : types.map(parameter, hint: SwiftNames.type(parameter.name) ?? name + "Field")
    }
  }

  private var indexed: [Field] { fields.filter(\.parameter.isIndexed) }
  private var unindexed: [Field] { fields.filter { !$0.parameter.isIndexed } }

  func write(into text: inout SourceText) {
    text.comment("`\(event)`\(event.isAnonymous ? "" : ", topic `\(event.topic0)`").")
    text.block("public struct \(name): ContractEvent, Hashable {") { text in
      text.line("public static let event = \(contract).abi.events[\(index)]")
      text.line("public static let signature = \(SourceText.literal(event.signature))")
      if !fields.isEmpty { text.line() }
      for field in fields {
        let isHash = field.parameter.isIndexed && !field.parameter.type.isValueType
        text.comment("`\(field.parameter)`\(isHash ? ", its Keccak-256" : "")")
        text.line("public let \(field.property)")
      }
      text.line()
      text.line("/// Decodes a log.")
      text.block("public init(topics: [Hash32], data: Bytes) throws {") { text in initializer(into: &text) }
      text.line()
      text.line("/// The topics to look for; nil stands for any.")
      topics(into: &text)
    }
  }

  private func initializer(into text: inout SourceText) {
    if indexed.isEmpty {
      text.line("_ = try Self.event.indexedTopics(topics)")
    } else {
      text.line("let words = try Self.event.indexedTopics(topics)")
      for (index, field) in indexed.enumerated() {
        let label = SourceText.literal(field.parameter.name)
        text.line("self.\(field.source) = try GeneratedSupport.topic(words[\(index)], \(field.type.codec), \(label))")
      }
    }
    guard !unindexed.isEmpty else { return }
    let results = unindexed.map(\.type.name).joined(separator: ", ")
    let reading = "let values = try ABIReader.decode(data, options: .anyText)"
    text.block("\(reading) { (reader: inout ABIReader) throws(ContractABIError) -> (\(results)) in") { text in
      if unindexed.count == 1 { return text.line(unindexed[0].read("reader")) }
      text.block("(", closing: ")") { text in
        for (index, field) in unindexed.enumerated() {
          text.line(field.read("reader") + (index + 1 < unindexed.count ? "," : ""))
        }
      }
    }
    for (index, field) in unindexed.enumerated() {
      text.line("self.\(field.source) = values\(unindexed.count == 1 ? "" : ".\(index)")")
    }
  }

  private func topics(into text: inout SourceText) {
    let declarations = indexed.map { "\($0.label): \(filterType($0))? = nil" }.joined(separator: ", ")
    text.block("public static func topics(\(declarations)) -> [Hash32?] {") { text in
      let parts = (event.isAnonymous ? [] : ["Self.event.topic0"]) + indexed.map(filter)
      text.line("[\(parts.joined(separator: ", "))]")
    }
  }

  private func filterType(_ field: Field) -> String {
    switch field.parameter.type {
    case .string: "String"
    case .bytes: "Bytes"
    default: field.type.name
    }
  }

  private func filter(_ field: Field) -> String {
    switch field.parameter.type {
    case .string, .bytes: "\(field.source).map { GeneratedSupport.topic(of: $0) }"
    case let type where type.isValueType:
      "\(field.source).map { GeneratedSupport.topic(of: $0, \(field.type.codec)) }"
    default: field.source
    }
  }
}
