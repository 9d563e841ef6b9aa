import Primitives
@testable import Rates

/// A document of XML: elements that begin also end, in their order and as deep as they may, their text is characters of XML
/// and no longer than the document, and a second reading gives the same pieces.
func fuzzXML(_ bytes: Bytes) {
  let limits = XMLReader.Limits(bytes: 1 << 20, depth: 32, nodes: 1000)
  do throws(RatesError) {
    let pieces = try pieces(of: bytes, limits)
    require(pieces.count <= 2 * limits.nodes, "more pieces than parts are allowed")
    checkNesting(pieces, deepest: limits.depth)
    checkText(pieces, of: bytes)
    let again = must("reading a document again") { () throws(RatesError) in try Fuzz.pieces(of: bytes, limits) }
    require(again == pieces, "a document that is read in two ways")
    let reader = must("reading it as text") { () throws(RatesError) in try XMLReader(bytes, limits: limits) }
    let text = must("reading it as text") { () throws(RatesError) in try reader.text() }
    let parts = pieces.compactMap { if case .text(let part) = $0 { part } else { nil } }
    require(text == parts.joined(), "a text that is not that of its parts")
  } catch {
    require(error.code == .badAnswer, "XML is refused with \(error.code)")
    requirePresentable(error, of: "XML")
  }
}

private func pieces(of bytes: Bytes, _ limits: XMLReader.Limits) throws(RatesError) -> [XMLReader.Piece] {
  let reader = try XMLReader(bytes, limits: limits)
  var pieces: [XMLReader.Piece] = []
  while let piece = try reader.next() { pieces.append(piece) }
  return pieces
}

private func checkNesting(_ pieces: [XMLReader.Piece], deepest: Int) {
  var open: [String] = []
  for piece in pieces {
    switch piece {
    case .start(let name, let attributes):
      require(!name.isEmpty && attributes.keys.allSatisfy { !$0.isEmpty }, "an element or an attribute without a name")
      open.append(name)
      require(open.count <= deepest, "elements nest deeper than \(deepest)")
    case .end(let name): require(open.popLast() == name, "an end of \(name) that nothing began")
    case .text: break
    }
  }
  require(open.isEmpty, "\(open) never end")
}

private func checkText(_ pieces: [XMLReader.Piece], of bytes: Bytes) {
  let texts = pieces.flatMap { piece -> [String] in
    switch piece {
    case .start(let name, let attributes): [name] + attributes.flatMap { [$0.key, $0.value] }
    case .text(let text): [text]
    case .end: []
    }
  }
  // A character of windows-1251 has three bytes of UTF-8 at most.
  require(texts.reduce(0) { $0 + $1.utf8.count } <= 3 * bytes.count, "more text than the document has")
  for text in texts {
    require(
      text.utf8.allSatisfy { $0 >= 0x20 || [0x09, 0x0a, 0x0d].contains($0) },
      "a character that XML has not in \(text.debugDescription)")
  }
}
