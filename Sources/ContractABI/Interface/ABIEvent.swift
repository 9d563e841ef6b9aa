import Primitives
import StrictJSON

/// An event of a contract: decodes its logs, makes the topics to look for.
public struct ABIEvent: Sendable, Hashable {
  /// As the ABI has it, which may be any text: ``description`` escapes it.
  public let name: String
  /// All parameters, those in topics and those in the data, in the order of the declaration.
  public let inputs: [ABIParameter]
  /// Whether its logs do not begin with the signature's hash.
  public let isAnonymous: Bool
  /// `OwnershipTransferred(address,address)`.
  public let signature: String
  /// Keccak-256 of the signature: the first topic, unless the event is anonymous.
  public let topic0: Hash32

  /// Takes the parts as they are, and makes the signature and its hash of them; that at most three inputs are indexed
  /// (four of an anonymous event) is not checked.
  public init(name: String, inputs: [ABIParameter] = [], isAnonymous: Bool = false) {
    self.name = name
    self.inputs = inputs
    self.isAnonymous = isAnonymous
    signature = inputs.signature(named: name)
    topic0 = Keccak256.hash(Bytes(signature.utf8))
  }

  /// The parameters that are in topics.
  public var indexed: [ABIParameter] { inputs.filter(\.isIndexed) }

  /// The parameters that are in the data.
  var unindexed: [ABIParameter] { inputs.filter { !$0.isIndexed } }

  /// Whether a log with these topics can be one of this event.
  public func matches(topics: [Hash32]) -> Bool {
    let indexedCount = inputs.count { $0.isIndexed }
    return isAnonymous
      ? topics.count == indexedCount : topics.count == indexedCount + 1 && topics.first == topic0
  }

  /// The topics of the indexed parameters alone.
  ///
  /// - Throws: `wrongTopics` if the log is of another event.
  public func indexedTopics(_ topics: [Hash32]) throws(ContractABIError) -> [Hash32] {
    guard matches(topics: topics) else {
      let wanted = inputs.count { $0.isIndexed } + (isAnonymous ? 0 : 1)
      throw ContractABIError(
        .wrongTopics, "this log is no \(name)",
        reason: topics.count == wanted
          ? "logs of \(signature) begin with \(topic0), this begins with \(topics.first?.hex ?? "nothing")"
          : "\(description) has \(wanted) topics, the log has \(topics.count)")
    }
    return isAnonymous ? topics : Array(topics.dropFirst())
  }

  /// Decodes a log.
  ///
  /// - Throws: `wrongTopics` if the log is of another event, else what ``ABICoder`` throws.
  public func decode(
    topics: [Hash32], data: Bytes, options: ABIDecodingOptions = .strict
  ) throws(ContractABIError) -> DecodedEvent {
    let indexedTopics = try indexedTopics(topics)
    do throws(ContractABIError) {
      let values = try ABICoder.decode(data, parameters: unindexed, options: options)
      var fields: [DecodedEvent.Field] = []
      var topic = 0
      for (index, parameter) in inputs.enumerated() {
        guard parameter.isIndexed else {
          fields.append(.init(parameter: parameter, value: .value(values[index - topic])))
          continue
        }
        let word = indexedTopics[topic]
        topic += 1
        if parameter.type.isValueType {
          let decoded = try ABICoder.decode(word.bytes, parameters: [parameter], options: options)
          fields.append(.init(parameter: parameter, value: .value(decoded[0])))
        } else {
          fields.append(.init(parameter: parameter, value: .hash(word)))
        }
      }
      return DecodedEvent(event: self, fields: fields)
    } catch { throw error.during(signature) }
  }

  /// The topics to look for: `nil` stands for any; values of dynamic types are hashed.
  ///
  /// - Parameter filters: one a parameter that is indexed, in order; those left out at the end stand for any.
  /// - Throws: `countMismatch`, `typeMismatch` or `outOfRange` with the parameter that is wrong.
  public func topics(matching filters: [ABIValue?] = []) throws(ContractABIError) -> [Hash32?] {
    let parameters = indexed
    guard filters.count <= parameters.count else {
      throw .count(filters.count, expected: parameters.count, of: "filters of indexed parameters of \(name)")
    }
    var topics: [Hash32?] = isAnonymous ? [] : [topic0]
    for (index, (filter, parameter)) in zip(filters, parameters).enumerated() {
      do throws(ContractABIError) {
        topics.append(
          try filter.map { (value) throws(ContractABIError) in
            try ABICoder.topic(value, as: parameter.type)
          })
      } catch { throw error.inside(parameter.label(at: index)) }
    }
    return topics
  }
}

extension ABIEvent: CustomStringConvertible {
  /// The human-readable signature: `event Rated(uint256 indexed lectureNumber)`.
  public var description: String {
    "event \(TerminalSafe.escape(name, limit: .max))\(inputs.humanReadable)\(isAnonymous ? " anonymous" : "")"
  }
}

/// A log, decoded.
public struct DecodedEvent: Sendable, Hashable {
  /// The decoded value of an event's parameter.
  public enum Value: Sendable, Hashable {
    /// A value, from the data or, of a type of one word, from its topic.
    case value(ABIValue)
    /// An indexed value of a dynamic type, of which the chain keeps Keccak-256 only.
    case hash(Hash32)

    /// The value for people; safe for a terminal.
    public func readable(as type: ABIType? = nil) -> String {
      switch self {
      case .value(let value): value.readable(as: type)
      case .hash(let hash): "keccak256 \(hash.hex)"
      }
    }
  }

  /// A parameter and what it decoded to.
  public struct Field: Sendable, Hashable {
    /// As the event has it, with name and type.
    public let parameter: ABIParameter
    /// The value that the log holds for it.
    public let value: Value
  }

  /// The one whose log it is.
  public let event: ABIEvent
  /// In the order of the event's parameters.
  public let fields: [Field]

  /// The first parameter of that name.
  public subscript(name: String) -> Value? { fields.first { $0.parameter.name == name }?.value }

  /// The fields as an object by their names (`value 1`, `value 2`… where there is none); a hash as hex.
  public var json: JSON {
    var object = JSONObject()
    for (index, field) in fields.enumerated() {
      let name = field.parameter.label(at: index)
      switch field.value {
      case .value(let value): object[name] = value.json(as: field.parameter.type)
      case .hash(let hash): object[name] = .string(hash.hex)
      }
    }
    return .object(object)
  }

  /// The event for people: `Rated(lectureNumber: 0)`; safe for a terminal.
  public var readable: String {
    let values = fields.map { field in
      let name = field.parameter.name.isEmpty ? "" : TerminalSafe.escape(field.parameter.name, limit: 60) + ": "
      return name + field.value.readable(as: field.parameter.type)
    }
    return "\(TerminalSafe.escape(event.name, limit: 100))(\(values.joined(separator: ", ")))"
  }
}
