/// Text of somebody else's, made fit to be printed: nothing in it can move the cursor, hide, or turn the line around.
public enum TerminalSafe {
  /// The text with control, format and invisible characters written as `\u{…}`, cut after `limit` characters.
  public static func escape(_ text: some StringProtocol, limit: Int = 200) -> String {
    render(text, limit: limit, quoted: false)
  }

  /// The escaped text between double quotes, with quotes and backslashes escaped as well.
  public static func quote(_ text: some StringProtocol, limit: Int = 200) -> String {
    render(text, limit: limit, quoted: true)
  }

  /// `0x…`, shortened in the middle when there are more than 32 bytes.
  public static func shorten(_ bytes: some Collection<UInt8>) -> String {
    guard bytes.count > 32 else { return hex(bytes) }
    return "\(hex(bytes.prefix(8)))…\(hex(bytes.suffix(4)).dropFirst(2)) (\(bytes.count) bytes)"
  }

  private static func render(_ text: some StringProtocol, limit: Int, quoted: Bool) -> String {
    var result = quoted ? "\"" : ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        result += "…"
        break
      }
      count += 1
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\"" where quoted: result += "\\\""
      case "\\" where quoted: result += "\\\\"
      default:
        if isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return quoted ? result + "\"" : result
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7f { return scalar.value >= 0x20 }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
    default: return true
    }
  }

  private static func hex(_ bytes: some Collection<UInt8>) -> String {
    let digits: [Character] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"]
    var text = "0x"
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}
