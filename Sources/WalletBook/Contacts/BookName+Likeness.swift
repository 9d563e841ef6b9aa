import Keys

extension BookName {
  /// Whether two different names could be taken for one another: by case, by accents, or by letters that look the same
  /// in another script.
  public static func looksLike(_ name: String, _ other: String) -> Bool {
    name != other && skeleton(name) == skeleton(other)
  }

  /// The skeleton of a name, equal for names that look alike at a glance (after UTS #39, with the letters that matter).
  static func skeleton(_ name: String) -> String {
    var text = ""
    for scalar in CompatibilityDecomposition.nfkd(name).lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spaceSeparator, .dashPunctuation, .connectorPunctuation: continue
      default: text.unicodeScalars.append(alike[scalar] ?? scalar)
      }
    }
    return text.replacing("rn", with: "m").replacing("vv", with: "w")
  }

  /// A name in small letters, with those of other scripts by the Latin letters that they look like; digits stay.
  static func latin(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in CompatibilityDecomposition.nfkd(name).lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: continue
      default: text.append(scalar.isASCII ? scalar : alike[scalar] ?? scalar)
      }
    }
    return String(text)
  }

  /// Small letters and digits that look like a Latin letter, and which.
  private static let alike: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(Unicode.Scalar, String)] = [
      ("a", "а\u{3B1}"), ("b", "\u{432}\u{3B2}ь"), ("c", "с\u{3F2}"), ("d", "ԁ"), ("e", "е\u{3B5}є"), ("h", "һ"),
      ("j", "ј"), ("k", "к\u{3BA}"), ("l", "i1|ӏ\u{456}\u{3B9}ı"), ("m", "м"), ("n", "п\u{3B7}"),
      ("o", "0о\u{3BF}\u{3C3}օ"), ("p", "р\u{3C1}"), ("q", "ԛ"), ("s", "ѕ5"), ("t", "т\u{3C4}"), ("u", "\u{3C5}ս"),
      ("v", "\u{3BD}ѵ"), ("w", "ԝ\u{3C9}"), ("x", "х\u{3C7}"), ("y", "у\u{3B3}"), ("z", "2"), ("g", "9"),
    ]
    // Small capitals; there is none of x, and that of q is rare.
    let capitals: [(Unicode.Scalar, Unicode.Scalar)] = zip(
      "abcdefghijklmnoprstuvwyz".unicodeScalars, "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ".unicodeScalars
    ).map { ($0, $1) }
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, others) in groups { for other in others.unicodeScalars { table[other] = letter } }
    // As the letter itself looks: an i like an l.
    for (letter, capital) in capitals { table[capital] = table[letter] ?? letter }
    return table
  }()
}
