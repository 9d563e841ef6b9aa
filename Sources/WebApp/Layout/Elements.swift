import Localization
import Markup
import Primitives
import Rates

/// Small pieces that every screen is made of.

extension Element {
  /// A link.
  static func link(_ text: String, to target: Link, _ attributes: Attributes = [:]) -> Element {
    Element("a", ["href": target.text] + attributes) { text }
  }

  /// A link around other elements.
  static func link(
    to target: Link, _ attributes: Attributes = [:], @MarkupBuilder _ content: () -> [Element.Node]
  ) -> Element {
    Element("a", ["href": target.text] + attributes, content)
  }

  /// A link that looks like a button.
  static func action(_ text: String, to target: Link, isMain: Bool = false) -> Element {
    link(text, to: target, ["class": isMain ? "button main" : "button"])
  }

  /// A paragraph.
  static func paragraph(_ text: String, _ attributes: Attributes = [:]) -> Element {
    Element("p", attributes) { text }
  }

  /// Text that somebody else wrote: it keeps its own direction, is not translated, and shows what it hides.
  static func foreign(_ text: String, _ attributes: Attributes = [:]) -> Element {
    Element("bdi", ["dir": "auto", "translate": "no"] + attributes) { UntrustedText.shown(text) }
  }

  /// An address with the name that it has here, if it has one, and the whole of it, to be copied.
  static func address(_ address: Address, name: String? = nil) -> Element {
    Element("span", ["class": "address"]) {
      if let name {
        foreign(name)
        " "
      }
      Element("code", ["translate": "no", "title": address.checksummed]) { AddressText.short(address) }
    }
  }

  /// A hash of a transaction or a block, shortened.
  static func hash(_ hash: Hash32) -> Element {
    Element("code", ["translate": "no", "title": hash.hex]) {
      "\(hash.hex.prefix(10))…\(hash.hex.suffix(8))"
    }
  }

  /// A hash with all its digits, to copy.
  static func whole(_ hash: Hash32, _ visit: Visit) -> Element {
    Element("code", ["translate": "no", "data-copy": visit.text(LayoutText.copy)]) { hash.hex }
  }

  /// An address with all its digits behind the name that it has here.
  ///
  /// - Parameter copy: The name of the button that copies it; nil for none.
  static func whole(_ address: Address, name: String?, copy: String? = nil) -> Element {
    Element("span", ["class": "address"]) {
      if let name {
        foreign(name)
        " "
      }
      Element("code", ["translate": "no"] + (copy.map { ["data-copy": $0] } ?? [:])) { address.checksummed }
    }
  }

  /// A time, as the clock on the wall shows it: this machine's, which on a platform a script changes to the reader's.
  ///
  /// So a page stays the same for everybody, and a zone's summer time is the browser's to know.
  ///
  /// - Parameter seconds: Since 1970.
  static func time(_ seconds: Int64, _ visit: Visit) -> Element {
    let utc = UTCText.text(seconds)
    let attributes: Attributes = visit.site.platform == nil ? ["datetime": utc] : ["datetime": utc, "data-local": ""]
    return Element("time", attributes) { visit.site.texts.time(seconds, in: visit.language) }
  }

  /// Facts, one below the other.
  static func facts(_ rows: [(String, [Element.Node])]) -> Element {
    Element("dl", ["class": "facts"]) {
      for (name, value) in rows {
        Element("div") {
          Element("dt") { name }
          Element("dd") { value }
        }
      }
    }
  }

  /// A note in a frame.
  static func note(_ text: String, _ kind: NoteKind = .plain) -> Element {
    Element("p", ["class": "note \(kind.rawValue)"]) { text }
  }

  /// The look of a note.
  enum NoteKind: String {
    case plain, good, warning, bad
  }

  /// The words over what is wider than a narrow screen and scrolls by itself there.
  static func scrollHint(_ visit: Visit) -> Element {
    paragraph(visit.text(LayoutText.scrolls), ["class": "hint scrolls"])
  }

  /// A drawing with texts in it; on a narrow screen it scrolls by itself, so that they can be read, and says so.
  static func plot(_ title: String, _ visit: Visit, _ drawing: () -> Drawing) -> Element {
    Element("div") {
      scrollHint(visit)
      Element("div", ["class": "plot", "role": "region", "aria-label": title, "tabindex": "0"]) {
        drawing().element(["class": "chart", "role": "img", "aria-label": title])
      }
    }
  }

  /// A table with a heading row. On a narrow screen one of more than three columns becomes a list of its rows, each
  /// cell with its column's name; another scrolls by itself where it is too wide.
  ///
  /// - Parameters:
  ///   - numbers: The columns that are aligned to the right.
  ///   - isGrid: Whether it stays a table on a narrow screen, because columns are read from top to bottom.
  ///   - isBelowTitle: Whether the heading above it says the same as its caption, which is for readers of the screen
  ///     then.
  static func table(
    _ caption: String, _ heads: [String], numbers: Set<Int> = [], isGrid: Bool = false, isBelowTitle: Bool = false,
    rows: [[[Element.Node]]]
  ) -> Element {
    let stacks = heads.count > 3 && !isGrid
    // Elements that are laid out as blocks are no parts of a table to a screen reader, but by their roles.
    func role(_ name: String) -> Attributes { stacks ? ["role": name] : [:] }
    func look(_ column: Int) -> Attributes { numbers.contains(column) ? ["class": "number"] : [:] }
    return Element(
      "div",
      [
        "class": stacks ? "table stack" : isGrid ? "table grid" : "table", "role": "region", "aria-label": caption,
        "tabindex": "0",
      ]
    ) {
      Element("table", role("table")) {
        Element("caption", isBelowTitle ? ["class": "hidden"] : [:]) { caption }
        Element("thead", role("rowgroup")) {
          Element("tr", role("row")) {
            for (index, head) in heads.enumerated() {
              Element("th", ["scope": "col"] + role("columnheader") + look(index)) { head }
            }
          }
        }
        Element("tbody", role("rowgroup")) {
          for row in rows {
            Element("tr", role("row")) {
              for (index, cell) in row.enumerated() {
                let name: Attributes = stacks && heads.indices.contains(index) ? ["data-name": heads[index]] : [:]
                Element("td", name + role("cell") + look(index)) { cell }
              }
            }
          }
        }
      }
    }
  }
}

/// Addresses as pages show them.
enum AddressText {
  /// An address without a name: six digits of each end.
  static func short(_ address: Address) -> String {
    "\(address.checksummed.prefix(8))…\(address.checksummed.suffix(6))"
  }
}

/// Text that somebody else wrote, made so that it shows what it is.
package enum UntrustedText {
  /// More marks than this on one character are left out: they would paint over the lines around.
  private static let mostMarks = 3

  /// The text with control, direction and invisible characters written as `⟨U+202E⟩`, cut after so many scalars.
  static func shown(_ text: String, limit: Int = 200) -> String {
    var result = String.UnicodeScalarView()
    var (marks, count) = (0, 0)
    for scalar in text.unicodeScalars {
      guard count < limit else {
        result.append("…")
        break
      }
      count += 1
      marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
      if marks > mostMarks { continue }
      if isHidden(scalar) {
        result.append(contentsOf: named(String(scalar.value, radix: 16)).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Text that was made for a terminal, in which pages name a character as elsewhere: `\u{202e}` becomes `⟨U+202E⟩`.
  package static func fromTerminal(_ text: String) -> String {
    text.replacing(/\\u\{([0-9a-f]{1,6})\}/) { named(String($0.output.1)) }
  }

  private static func named(_ digits: String) -> String {
    "⟨U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits.uppercased())⟩"
  }

  /// Whether a scalar does not show as itself; one that asks for the coloured picture stays, as it was written.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isVariationSelector && !TerminalSafe.isPrintable(scalar)
  }
}

/// Times for programs that read a page.
enum UTCText {
  /// A time as RFC 3339 has it, as in `2026-11-23T09:05:07Z`.
  ///
  /// - Parameter seconds: Since 1970.
  static func text(_ seconds: Int64) -> String {
    let (day, rest) = (Zone.utc.day(at: seconds), (seconds % 86_400 + 86_400) % 86_400)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day)T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }
}
