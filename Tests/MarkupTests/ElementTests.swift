import Markup
import Testing

@Suite("Markup")
struct ElementTests {
  @Test(
    "takes every text as text",
    arguments: [
      ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      ("a & b &amp; c", "a &amp; b &amp;amp; c"),
      ("\"quoted\" and 'so'", "&quot;quoted&quot; and 'so'"),
      ("스위프트 👩‍👩‍👧‍👦", "스위프트 👩‍👩‍👧‍👦"),
      // One character each, and more than one scalar.
      ("<\u{301}b>\u{301}", "&lt;\u{301}b&gt;\u{301}"), ("&\u{FE0F}\"\u{20DD}", "&amp;\u{FE0F}&quot;\u{20DD}"),
      ("\u{0}\u{8}\u{1B}\u{7F}\u{85}\u{FFFE}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ])
  func escaping(text: String, written: String) {
    #expect(Element("p") { text }.text(.html) == "<p>\(written)</p>")
    #expect(Element("text", ["title": text]).text(.xml) == "<text title=\"\(written)\"/>")
  }

  @Test("keeps line breaks, which a reader of attributes would make blanks of")
  func lineBreaks() {
    #expect(
      Element("p", ["title": "a\n\tb\rc"]) { "a\n\tb\rc" }.text(.html)
        == "<p title=\"a&#10;&#9;b&#13;c\">a\n\tb&#13;c</p>")
  }

  @Test("keeps a line break with which a field or a preformatted text begins, of which HTML drops one")
  func firstLineBreak() {
    #expect(Element("textarea") { "\na" }.text(.html) == "<textarea>\n\na</textarea>")
    #expect(Element("pre") { "\n\u{301}a" }.text(.html) == "<pre>\n\n\u{301}a</pre>")
    #expect(Element("pre") { "a\n" }.text(.html) == "<pre>a\n</pre>")
    #expect(Element("p") { "\na" }.text(.html) == "<p>\na</p>")
    #expect(Element("pre") { "\na" }.text(.xml) == "<pre>\na</pre>")
  }

  @Test("closes elements without content as HTML and SVG each want it")
  func empty() {
    let page = Element("div") {
      Element("br")
      Element("p")
      Element("svg") { Element("g") }
    }
    #expect(page.text(.html) == "<div><br><p></p><svg><g/></svg></div>")
    #expect(page.text(.xml) == "<div><br/><p/><svg><g/></svg></div>")
  }

  @Test("puts elements and texts where conditions and loops say")
  func building() {
    let (isOpen, titles) = (true, ["one", "<two>"])
    let list = Element("ul", ["class": "open", "id": "l"]) {
      if isOpen { Element("li") { "open" } } else { "closed" }
      for title in titles { Element("li") { title } }
    }
    #expect(
      list.text(.html) == "<ul class=\"open\" id=\"l\"><li>open</li><li>one</li><li>&lt;two&gt;</li></ul>")
  }

  @Test("takes no text as a program")
  func programs() async {
    await #expect(processExitsWith: .failure) { _ = Element("script") { "alert(1)" } }
    await #expect(processExitsWith: .failure) { _ = Element("a", ["onclick": "alert(1)"]) }
    await #expect(processExitsWith: .failure) { _ = Element("a><b") }
    await #expect(processExitsWith: .failure) { _ = Element("noscript") { "</noscript>" } }
    await #expect(processExitsWith: .failure) { _ = Element("noscript") { Element("p") { "</noscript>" } } }
    #expect(Element("script", ["src": "/app.js"]).text(.html) == "<script src=\"/app.js\"></script>")
    let hostile = Element("noscript") { Element("meta", ["content": "</noscript>"]) }
    #expect(hostile.text(.html) == "<noscript><meta content=\"&lt;/noscript&gt;\"></noscript>")
  }

  @Test("draws one shape a line")
  func drawing() {
    let drawing = Drawing(
      width: 2, height: 1, ["font-size": "12"], shapes: [Element("rect", ["x": "1"]), Element("text") { "<" }])
    #expect(
      drawing.file == """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1" font-size="12">
        <rect x="1"/>
        <text>&lt;</text>
        </svg>

        """)
    #expect(drawing.element.text(.html).hasSuffix("font-size=\"12\"><rect x=\"1\"/><text>&lt;</text></svg>"))
  }
}
