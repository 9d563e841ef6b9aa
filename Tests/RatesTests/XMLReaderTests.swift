import Primitives
import Testing

@testable import Rates

@Suite("XML of others")
struct XMLReaderTests {
  private func pieces(_ text: String) throws -> [XMLReader.Piece] { try pieces(Array(text.utf8)) }

  private func pieces(_ bytes: Bytes, _ limits: XMLReader.Limits = .init()) throws -> [XMLReader.Piece] {
    let reader = try XMLReader(bytes, limits: limits)
    var pieces: [XMLReader.Piece] = []
    while let piece = try reader.next() {
      // How text is cut into pieces is the library's own choice.
      if case .text(let more) = piece, case .text(let text) = pieces.last {
        pieces[pieces.count - 1] = .text(text + more)
      } else {
        pieces.append(piece)
      }
    }
    return pieces
  }

  @Test("Elements, attributes, text, entities and CDATA come one after another; comments and instructions do not")
  func readsPieces() throws {
    let text = """
      \u{feff}<?xml version='1.0' encoding='utf-8'?><?style x?><!-- <b> --><a x='1' m:y="&lt;&#x20ac;" xmlns:m="u">
      한&amp;<m:b/><![CDATA[<c>&amp;]]></a>
      """
    #expect(
      try pieces(text) == [
        .start("a", ["x": "1", "m:y": "<€", "xmlns:m": "u"]), .text("\n한&"), .start("m:b", [:]), .end("m:b"),
        .text("<c>&amp;"), .end("a"),
      ])
  }

  @Test("The text of an element is that of all inside it")
  func readsText() throws {
    let reader = try XMLReader(Array("<a><b>1<c>2<d/></c>3</b><b/><b>4</b></a>".utf8))
    var texts: [String] = []
    while let piece = try reader.next() { if case .start("b", _) = piece { texts.append(try reader.text()) } }
    #expect(texts == ["123", "", "4"])
  }

  @Test("windows-1251 is read by a table, and other encodings are refused")
  func encodings() throws {
    let cyrillic: Bytes = [0xc3, 0xf0, 0xe8, 0xe2, 0xed, 0xff, 0x20, 0xb2, 0xbf, 0xb4, 0x20, 0x88]
    let document = Array("<?xml version=\"1.0\" encoding=\"Windows-1251\"?><a>".utf8) + cyrillic + Array("</a>".utf8)
    #expect(try pieces(document) == [.start("a", [:]), .text("Гривня Ії\u{491} €"), .end("a")])
    for name in ["utf-16", "koi8-r", "iso-8859-1", "UTF-7", ""] {
      #expect(throws: RatesError(.badAnswer, words: nil), "\(name)") {
        try pieces("<?xml version=\"1.0\" encoding=\"\(name)\"?><a/>")
      }
    }
    // Bytes of windows-1251 that claim to be UTF-8, and UTF-16 by its mark.
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try pieces(Array("<a>".utf8) + cyrillic + Array("</a>".utf8))
    }
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try pieces([0xff, 0xfe, 0x3c, 0, 0x61, 0, 0x2f, 0, 0x3e, 0])
    }
  }

  @Test(
    "What is no XML, or more than XML, is refused",
    arguments: [
      "", " ", "a", "{}", "<", "<a", "<a>", "<a></b>", "<a/><b/>", "<a/>text", "<a b=1/>", "<a b='1' b='2'/>",
      "<a>&b;</a>",
      "<a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#xd800;</a>", "<a>&#99999999999;</a>", "<a>\u{1}</a>", "<a>]]></a>",
      "<a><!-- </a>", "<a><![CDATA[ </a>", "<?xml version='1.0'", "<a b='<'/>", "<!DOCTYPE a><a/>", "<m:a/><",
      "<a>\0</a>",
      "<!DOCTYPE html><html></html>", "<a><!ENTITY b 'c'>&b;</a>", "<html><p>503<br></html>",
      """
      <!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;">]><a>&d;</a>
      """,
      "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
      "<!DOCTYPE a SYSTEM 'https://example.org/a.dtd'><a/>",
    ])
  func refuses(text: String) {
    let error = #expect(throws: RatesError(.badAnswer, words: nil)) { try pieces(text) }
    #expect(error?.reason?.isEmpty == false && error?.description.contains("passwd") == false)
  }

  @Test("A document type inside text, a comment or CDATA is none")
  func mentionsDocumentType() throws {
    #expect(try pieces("<!-- <!DOCTYPE a> --><a><![CDATA[<!DOCTYPE b>]]></a>").contains(.text("<!DOCTYPE b>")))
  }

  @Test("Size, depth and the number of parts are bounded")
  func bounds() throws {
    let nested = { (depth: Int) in
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(try pieces(nested(32)).count == 64)
    #expect(throws: RatesError(.badAnswer, words: nil)) { try pieces(nested(33)) }
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try pieces("<a>" + String(repeating: "<b/>", count: 100_001))
    }
    #expect(throws: RatesError(.badAnswer, words: nil)) { try pieces(Array("<a></a>".utf8), .init(bytes: 6)) }
    #expect(try pieces(Array("<a></a>".utf8), .init(bytes: 7)).count == 2)
    let attributes = (0..<1_000_000).map { " a\($0)=''" }
    #expect(throws: RatesError(.badAnswer, words: nil)) { try pieces("<a\(attributes.prefix(1200).joined())/>") }
    #expect(throws: RatesError(.badAnswer, words: nil)) {
      try pieces(Array("<a\(attributes.joined())/>".utf8), .init(bytes: 16 << 20))
    }
  }

  @Test(
    "A mebibyte of anything is read or refused, in a time that has a bound",
    arguments: ["<a>", "<a/>", "<", "&", "&a", "&amp;", "]", "<!--", "<a b='c'/>", "<a b=''", "<a xmlns:b='c'/>"])
  func floods(unit: String) {
    let flood = String(repeating: unit, count: (1 << 20) / unit.utf8.count - 40)
    for document in [flood, "<a>\(flood)</a>", "<a><!--\(flood)--></a>", "<a><![CDATA[\(flood)]]></a>"] {
      let result = Result { try pieces(document) }
      if case .failure(let error) = result { #expect((error as? RatesError)?.code == .badAnswer) }
    }
  }

  @Test("Documents are read on many threads at once")
  func manyThreads() async throws {
    let document = try RecordedAnswer.bytes("ecb-hist-90d.xml")
    let expected = try pieces(document)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 {
        group.addTask { (try? XMLReaderTests().pieces(document)) == expected }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test("A document with any byte changed is read or refused")
  func changedBytes() throws {
    let document = try RecordedAnswer.bytes("ecb-daily.xml")
    for index in document.indices {
      var changed = document
      changed[index] = [0x00, 0x22, 0x26, 0x3c, 0x3e, 0x80, 0xff][index % 7]
      if case .failure(let error) = Result(catching: { try pieces(changed) }) {
        #expect((error as? RatesError)?.code == .badAnswer)
      }
      #expect(throws: RatesError(.badAnswer, words: nil)) {
        try pieces(Array(document.prefix(min(index, document.count - 2))))
      }
    }
  }
}
