import ChainSupport
import FixtureSupport
import Markup
import StrictJSON
import Testing

@Suite(
  "HTML as html5lib reads it", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"), .timeLimit(.minutes(20)))
struct MarkupInteropTests {
  /// A tree of elements, and the same for the witness: its name, its attributes and its content.
  private struct Tree {
    let element: Element
    let json: JSON
  }

  // Those that a reader of HTML moves nowhere, with any of them inside.
  private static let names: [(MarkupName, String)] = [
    ("div", "div"), ("span", "span"), ("section", "section"), ("bdi", "bdi"), ("ul", "ul"), ("fieldset", "fieldset"),
    ("custom-part", "custom-part"),
  ]
  private static let empty: [(MarkupName, String)] = [("br", "br"), ("img", "img"), ("input", "input")]
  private static let ofText: [(MarkupName, String)] = [("textarea", "textarea"), ("pre", "pre"), ("p", "p")]
  private static let attributes: [(MarkupName, String)] = [
    ("title", "title"), ("value", "value"), ("class", "class"), ("data-x", "data-x"), ("alt", "alt"),
    ("aria-label", "aria-label"),
  ]
  private static let pieces = [
    "<", ">", "&", "\"", "'", "`", "=", "/", "\n", "\r", "\t", " ", "\r\n", "\"\u{301} onfocus=alert(1) ", "<\u{301}b>",
    "&\u{FE0F}lt;", "&lt", "&#60;", "&#x3c", "&amp;quot;", "</script>", "</textarea>", "</title>", "<!--", "-->",
    "<![CDATA[",
    "]]>", "<?php", "</p>", "<script>alert(1)</script>", "javascript:alert(1)", "\0", "\u{8}", "\u{1B}", "\u{7F}",
    "\u{85}",
    "\u{A0}", "\u{202E}", "\u{200B}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{E0001}", "\u{2028}", "가", "\u{301}",
    "a", "스위프트", "👩‍👩‍👧‍👦", "{{7*7}}",
  ]

  private static func text(_ source: inout Seeded) -> String {
    (0..<Int.random(in: 0...6, using: &source)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &source)] }
      .joined()
  }

  private static func tree(depth: Int, _ source: inout Seeded) -> Tree {
    let kind = Int.random(in: 0..<6, using: &source)
    let choices = kind == 0 ? empty : kind == 1 || depth == 0 ? ofText : names
    let (name, nameText) = choices[Int.random(in: 0..<choices.count, using: &source)]
    var (given, told): (Attributes, [(String, JSON)]) = ([:], [])
    for (attribute, text) in attributes where Int.random(in: 0..<4, using: &source) == 0 {
      let value = Self.text(&source)
      given = given + [attribute: value]
      told.append((text, .string(value)))
    }
    var (nodes, content): ([Element.Node], [JSON]) = ([], [])
    for _ in 0..<(kind == 0 ? 0 : Int.random(in: 0...4, using: &source)) {
      if kind == 1 || depth == 0 || Bool.random(using: &source) {
        let text = Self.text(&source)
        nodes.append(.text(text))
        content.append(.string(text))
      } else {
        let child = tree(depth: depth - 1, &source)
        nodes.append(.element(child.element))
        content.append(child.json)
      }
    }
    let inside = nodes
    return Tree(
      element: Element(name, given) { inside },
      json: [.string(nameText), .object(JSONObject(told)), .array(content)])
  }

  @Test("what is written is read as the same tree, whatever the texts and the values of attributes are")
  func roundTrip() async throws {
    var source = Seeded(1866)
    for number in 0..<1_000 {
      let tree = Self.tree(depth: 4, &source)
      let answer = try await Witness.ask(
        "html_differs", ["markup": .string(tree.element.text(.html)), "tree": tree.json])
      #expect(answer == .null, "tree \(number): \(answer)")
    }
  }

  @Test("and the witness sees where it is not")
  func difference() async throws {
    let answer = try await Witness.ask("html_differs", ["markup": "<p>a<b>", "tree": ["p", [:], ["a<b>"]]])
    #expect(answer["seen"] != nil && answer["wanted"] != nil, "\(answer)")
  }
}
