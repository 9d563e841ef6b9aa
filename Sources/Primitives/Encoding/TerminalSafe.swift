/// Text of somebody else's, made fit to be printed: nothing in it can move the cursor, hide, or turn the line around.
///
/// This is the one place that tells which characters show as themselves; whoever prints text from outside goes by it.
public enum TerminalSafe {
  /// More marks than this on one character are written out: they would paint over the lines around.
  private static let mostMarks = 4

  /// The text with control, format and invisible characters written as `\n` or `\u{1b}`, cut after `limit` scalars.
  ///
  /// - Parameter keepsJoiners: Whether characters that make one picture of several stay where they do, as a person's own
  ///   titles have them; anywhere else they cannot be seen.
  public static func escape(_ text: some StringProtocol, limit: Int = 200, keepsJoiners: Bool = false) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return String(text) }
    return render(text, limit: limit, quoted: false, keepsJoiners: keepsJoiners)
  }

  /// The escaped name of a file, a key or a person, without an endless line.
  public static func name(_ text: some StringProtocol) -> String { escape(text, limit: 100) }

  /// The escaped text of bytes that should be UTF-8; others become U+FFFD.
  public static func escape(_ bytes: some Sequence<UInt8>, limit: Int) -> String {
    // Four bytes at most for each scalar that is kept, and one more to see that something was cut.
    escape(String(decoding: Array(bytes.prefix(4 * (limit + 1))), as: UTF8.self), limit: limit)
  }

  /// The escaped text between double quotes, with quotes and backslashes escaped as well.
  public static func quote(_ text: some StringProtocol, limit: Int = 200) -> String {
    render(text, limit: limit, quoted: true, keepsJoiners: false)
  }

  /// The name that a token or another contract gives itself: control characters written as `\n` or `\u{1b}`, all others that
  /// do not show left out, so that a name is compared with the one that it imitates; nil where nothing of it shows.
  ///
  /// - Parameter most: The most scalars that are kept.
  package static func label(_ text: some Sequence<Unicode.Scalar>, most: Int) -> String? {
    var result = String.UnicodeScalarView()
    var (count, marks, isSeen) = (0, 0, false)
    for scalar in text {
      let isControl = scalar.properties.generalCategory == .control
      guard isControl || isPrintable(scalar) else { continue }
      marks = isMark(scalar) ? marks + 1 : 0
      guard marks <= mostMarks else { continue }
      let piece = isControl ? Array(written(scalar).unicodeScalars) : [scalar]
      count += piece.count
      guard count <= most else { break }
      result.append(contentsOf: piece)
      isSeen = isSeen || !scalar.properties.isWhitespace
    }
    return isSeen ? String(result) : nil
  }

  /// The text without characters that do not show as themselves, and without marks that would paint over the lines around.
  package static func plain(_ text: some Sequence<Unicode.Scalar>) -> String { plain(scalars: Array(text)) }

  private static func plain(scalars: [Unicode.Scalar]) -> String {
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in scalars where isPrintable(scalar) {
      marks = isMark(scalar) ? marks + 1 : 0
      if marks <= mostMarks { result.append(scalar) }
    }
    return String(result)
  }

  /// `0x…`, shortened in the middle when there are more than 32 bytes.
  public static func shorten(_ bytes: some Collection<UInt8>) -> String {
    guard bytes.count > 32 else { return Hex.encode(bytes) }
    return "\(Hex.encode(bytes.prefix(8)))…\(Hex.encode(bytes.suffix(4), prefix: false)) (\(bytes.count) bytes)"
  }

  /// Whether a scalar shows as itself, or makes one picture of those beside it.
  package static func isPrintable(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    switch scalar.value {
    case 0x200d: isPicture(previous) && isPicture(next)
    // One that asks for the coloured picture, or for none.
    case 0xfe0e, 0xfe0f: previous?.properties.isEmoji ?? false
    default: isPrintable(scalar)
    }
  }

  /// Whether a picture ends or begins with a scalar; digits, of which pictures are made too, are none.
  private static func isPicture(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar.value == 0xfe0f || scalar.value > 0xff && scalar.properties.isEmoji
  }

  /// Whether a scalar shows as itself and as nothing else.
  public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x7f: return scalar.value >= 0x20
    // Letters, all of them: of Cyrillic, and Hangul's syllables.
    case 0x400...0x481, 0x48a...0x52f, 0xac00...0xd7a3: return true
    default: break
    }
    // Space that is no space: Hangul fillers and the like.
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
    default: return true
    }
  }

  private static func render(_ text: some StringProtocol, limit: Int, quoted: Bool, keepsJoiners: Bool) -> String {
    var result = String.UnicodeScalarView()
    if quoted { result.append("\"") }
    var (count, marks) = (0, 0)
    let scalars = text.unicodeScalars
    var previous: Unicode.Scalar?
    for place in scalars.indices {
      let scalar = scalars[place]
      defer { previous = scalar }
      if count == limit {
        result.append("…")
        break
      }
      count += 1
      marks = isMark(scalar) ? marks + 1 : 0
      switch scalar {
      case "\"" where quoted: result.append(contentsOf: "\\\"".unicodeScalars)
      case "\\" where quoted: result.append(contentsOf: "\\\\".unicodeScalars)
      case _ where marks <= mostMarks && isPrintable(scalar): result.append(scalar)
      case _ where keepsJoiners && marks <= mostMarks:
        let next = scalars.index(after: place)
        if isPrintable(scalar, after: previous, before: next < scalars.endIndex ? scalars[next] : nil) {
          result.append(scalar)
        } else {
          result.append(contentsOf: written(scalar).unicodeScalars)
        }
      default: result.append(contentsOf: written(scalar).unicodeScalars)
      }
    }
    if quoted { result.append("\"") }
    return String(result)
  }

  /// A scalar that does not show as itself, as `\n` or `\u{1b}`.
  private static func written(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
