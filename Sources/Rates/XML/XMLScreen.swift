import Primitives

/// A first look over a document of XML, which keeps from libxml2 what takes it long or would make it do more than read.
///
/// A document type can define entities, and with them grow without end; a hundred thousand attributes of one element are
/// compared each with each.
enum XMLScreen {
  /// The most bytes between `<` and `>`.
  private static let longestTag = 8192

  /// Looks over the tags of a document that begins after its declaration.
  ///
  /// - Throws: `badAnswer` for a document type, a tag of more than 8,192 bytes, what never ends, and what is no XML.
  static func check(_ text: ArraySlice<UInt8>) throws(RatesError) {
    var rest = text
    guard let first = rest.first(where: { ![0x20, 0x09, 0x0d, 0x0a].contains($0) }), first == UInt8(ascii: "<") else {
      throw RatesError(xml: "It does not begin as XML.")
    }
    while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
      try checkEntities(in: rest[..<tag])
      rest = rest[(tag + 1)...]
      if rest.starts(with: "!--".utf8) {
        // libxml2 copies the comment anew for each of two hyphens in it that do not end it.
        rest = try after("--", in: rest.dropFirst(3))
        guard rest.first == UInt8(ascii: ">") else { throw RatesError(xml: "A comment has two hyphens in it.") }
      } else if rest.starts(with: "![CDATA[".utf8) {
        rest = try after("]]>", in: rest.dropFirst(8))
      } else if rest.first == UInt8(ascii: "?") {
        rest = try after("?>", in: rest.dropFirst())
      } else if rest.first == UInt8(ascii: "!") {
        let isPage = String(decoding: rest.prefix(13), as: UTF8.self).lowercased() == "!doctype html"
        throw RatesError(xml: isPage ? "It is a page for people." : "It has a document type.")
      } else {
        let content = try afterTag(rest)
        try checkEntities(in: rest[..<content.startIndex])
        rest = content
      }
    }
    try checkEntities(in: rest)
  }

  /// Looks whether all entities are XML's own five, or numbers.
  private static func checkEntities(in text: ArraySlice<UInt8>) throws(RatesError) {
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      rest = rest[(mark + 1)...]
      let name = rest.prefix(10).prefix { $0 != UInt8(ascii: ";") }
      guard rest.dropFirst(name.count).first == UInt8(ascii: ";"),
        name.first == UInt8(ascii: "#") || entities.contains(where: { name.elementsEqual($0.utf8) })
      else { throw RatesError(xml: "It has an entity of its own.") }
    }
  }

  private static let entities = ["amp", "lt", "gt", "quot", "apos"]

  private static func after(_ end: StaticString, in text: ArraySlice<UInt8>) throws(RatesError) -> ArraySlice<UInt8> {
    let end = Array(end.description.utf8)
    var rest = text
    while let index = rest.firstIndex(of: end[0]) {
      rest = rest[index...]
      if rest.starts(with: end) { return rest.dropFirst(end.count) }
      rest = rest.dropFirst()
    }
    throw RatesError(xml: "It ends too early.")
  }

  private static func afterTag(_ text: ArraySlice<UInt8>) throws(RatesError) -> ArraySlice<UInt8> {
    var quote: UInt8?
    for index in text.indices.prefix(longestTag) {
      switch text[index] {
      case quote: quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if quote == nil { quote = text[index] }
      case UInt8(ascii: ">"): if quote == nil { return text[(index + 1)...] }
      default: break
      }
    }
    throw RatesError(xml: text.count < longestTag ? "It ends too early." : "An element has too many attributes.")
  }
}
