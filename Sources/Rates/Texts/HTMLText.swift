import Primitives

/// The text of a piece of HTML: tags, comments, scripts and styles are left out, entities read once.
///
/// Bad HTML is not read in all as browsers do: nothing of it is ever shown as HTML.
struct HTMLText {
  /// The text; a tag that begins a line or a paragraph is a blank in it.
  static func text(of html: String) -> String {
    var reader = HTMLText(Bytes(html.utf8))
    reader.read()
    return String(decoding: reader.text, as: UTF8.self)
  }

  private let html: Bytes
  private var text: Bytes = []
  private var index = 0

  private init(_ html: Bytes) {
    self.html = html
    text.reserveCapacity(html.count)
  }

  private mutating func read() {
    while index < html.count {
      let byte = html[index]
      index += 1
      switch byte {
      case UInt8(ascii: "<"): readTag()
      case UInt8(ascii: "&"): readEntity()
      default: text.append(byte)
      }
    }
  }

  /// Reads over a tag or a comment; a `<` that begins none of them is text.
  private mutating func readTag() {
    let rest = html[index...]
    if rest.starts(with: "!--".utf8) { return skip(past: "-->") }
    let isEnd = rest.first == UInt8(ascii: "/")
    let name = rest.dropFirst(isEnd ? 1 : 0).prefix(10).prefix { Self.isLetter($0) || (0x30...0x39).contains($0) }
    guard name.first.map(Self.isLetter) ?? (isEnd || rest.first.map { "!?".utf8.contains($0) } ?? false) else {
      return text.append(UInt8(ascii: "<"))
    }
    skip(past: ">")
    let tag = String(decoding: name, as: UTF8.self).lowercased()
    if !Self.inline.contains(tag) { text.append(UInt8(ascii: " ")) }
    if !isEnd, tag == "script" || tag == "style" { skip(past: "</\(tag)") }
  }

  /// Goes on after the next place of a mark, in any case; to the end where there is none.
  private mutating func skip(past mark: String) {
    let mark = Bytes(mark.utf8)
    while index + mark.count <= html.count {
      if zip(html[index...], mark).allSatisfy({ $0 == $1 || Self.isLetter($0) && $0 | 0x20 == $1 }) {
        index += mark.count
        // The end of a script is a tag of its own.
        if mark.last != UInt8(ascii: ">") { skip(past: ">") }
        return
      }
      index += 1
    }
    index = html.count
  }

  /// Reads an entity after its `&`; what is none stays as it is.
  private mutating func readEntity() {
    let name = html[index...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
    guard index + name.count < html.count, html[index + name.count] == UInt8(ascii: ";"),
      let scalar = Self.scalar(String(decoding: name, as: UTF8.self))
    else { return text.append(UInt8(ascii: "&")) }
    text += String(scalar).utf8
    index += name.count + 1
  }

  /// The character of an entity, without `&` and `;`.
  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return named[name] }
    let digits = name.dropFirst()
    let number = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, digits.first != "+", digits.dropFirst().first != "+" else { return nil }
    // Numbers of control characters are meant as windows-1252, whatever the page is written in.
    let meant = (0x80...0x9f).contains(number) ? windows1252[Int(number) - 0x80].value : number
    return Unicode.Scalar(meant) ?? "\u{fffd}"
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

  /// Tags that may stand inside a word.
  private static let inline: Set = [
    "a", "abbr", "b", "big", "code", "em", "font", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u",
    "wbr",
  ]

  private static let windows1252 = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ".unicodeScalars)

  /// The named entities that news have.
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "shy": "\u{ad}", "ensp": "\u{2002}",
    "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200c}", "zwj": "\u{200d}", "ndash": "–", "mdash": "—",
    "minus": "−", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«",
    "raquo": "»", "lsaquo": "‹", "rsaquo": "›", "hellip": "…", "middot": "·", "bull": "•", "prime": "′", "Prime": "″",
    "sect": "§", "para": "¶", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "plusmn": "±", "times": "×",
    "divide": "÷", "frac12": "½", "frac14": "¼", "frac34": "¾", "permil": "‰", "ne": "≠", "le": "≤", "ge": "≥",
    "asymp": "≈", "rarr": "→", "larr": "←", "uarr": "↑", "darr": "↓", "cent": "¢", "pound": "£", "yen": "¥",
    "euro": "€", "curren": "¤", "eacute": "é", "egrave": "è", "agrave": "à", "aacute": "á", "ccedil": "ç", "auml": "ä",
    "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
  ]
}
