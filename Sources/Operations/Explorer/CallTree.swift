import JSONFields
import NodeRPC
import Primitives
import StrictJSON

/// The calls that a transaction made, as a node traced them; bounded, whatever the node answers.
package struct CallTree: Sendable, Hashable {
  /// A call, and those that it made.
  package struct Call: Sendable, Hashable {
    /// The way in which a call is made.
    package enum Kind: String, Sendable, Hashable {
      case call = "CALL"
      case callCode = "CALLCODE"
      case delegateCall = "DELEGATECALL"
      case staticCall = "STATICCALL"
      case create = "CREATE"
      case create2 = "CREATE2"
      case selfDestruct = "SELFDESTRUCT"
    }

    /// The way in which it was made; nil for one that is not known here.
    package let kind: Kind?
    /// The caller.
    package let from: Address?
    /// The contract or account that was called; nil where none came of it.
    package let to: Address?
    /// The money that went along.
    package let value: Amount
    /// The units of gas that it used; nil where the node does not tell.
    package let gasUsed: UInt64?
    /// The calldata, or the code of a creation.
    package let input: Bytes
    /// The bytes that it gave back.
    package let output: Bytes
    /// The reason why it failed, cleaned for a terminal; nil for a call that went well.
    package let error: String?
    /// The calls that it made.
    package let calls: [Call]
  }

  /// The transaction's own call.
  package let root: Call
  /// Whether calls are left out, because there are too many or they are nested too deep.
  package let isCut: Bool

  /// The most calls that are kept.
  package static let mostCalls = 200
  /// The deepest that calls are kept.
  package static let mostDepth = 24

  /// Reads an answer in the form of geth's `callTracer`.
  ///
  /// - Throws: `JSONFieldProblem` for another form.
  package init(_ json: JSON) throws(JSONFieldProblem) {
    var reader = TreeReader(left: Self.mostCalls)
    root = try reader.call(json, depth: 0)
    isCut = reader.isCut
  }
}

/// Reads calls until there are enough.
private struct TreeReader {
  var left: Int
  var isCut = false

  mutating func call(_ json: JSON, depth: Int) throws(JSONFieldProblem) -> CallTree.Call {
    left -= 1
    let fields = try JSONFields(json)
    let error = try fields.optional("error", .string).map { TerminalSafe.escape($0, limit: 200) }
    let reason = try fields.optional("revertReason", .string).map { TerminalSafe.escape($0, limit: 200) }
    let (kind, from, to) = (
      try fields.optional("type", .string), try fields.optional("from", .address), try fields.optional("to", .address)
    )
    let (wei, gasUsed): (UInt256?, UInt64?) = (
      try fields.optional("value", .quantity), try fields.optional("gasUsed", .quantity)
    )
    let (input, output) = (try fields.optional("input", .bytes), try fields.optional("output", .bytes))
    var calls: [CallTree.Call] = []
    for inner in fields["calls"]?.array ?? [] {
      guard left > 0, depth < CallTree.mostDepth else {
        isCut = true
        break
      }
      calls.append(try call(inner, depth: depth + 1))
    }
    return CallTree.Call(
      kind: kind.flatMap(CallTree.Call.Kind.init(rawValue:)), from: from, to: to, value: Amount(wei: wei ?? 0),
      gasUsed: gasUsed, input: input ?? [], output: output ?? [],
      error: error.map { text in reason.map { "\(text): \($0)" } ?? text }, calls: calls)
  }
}
