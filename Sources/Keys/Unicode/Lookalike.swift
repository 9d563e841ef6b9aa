/// Names that could be taken for one another: by case, by accents, or by letters that look the same in another script.
package enum Lookalike {
  /// The skeleton of a name, equal for names that look alike at a glance (after UTS #39, with the letters that matter).
  package static func skeleton(_ name: String) -> String {
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
  package static func latin(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in CompatibilityDecomposition.nfkd(name).lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: continue
      default: text.append(scalar.isASCII ? scalar : alike[scalar] ?? scalar)
      }
    }
    return String(text)
  }

  /// The skeletons of a name that may be written in capitals, as symbols of tokens are: letters of other scripts count as
  /// the small letters that they look like, and as the capitals. Names look alike that have one in common.
  package static func skeletons(_ name: String) -> Set<String> {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return [skeleton(name)] }
    var inCapitals = String.UnicodeScalarView()
    for scalar in CompatibilityDecomposition.nfkd(name).unicodeScalars { inCapitals.append(capitals[scalar] ?? scalar) }
    return [skeleton(name), skeleton(String(inCapitals))]
  }

  /// Capitals of other scripts by the Latin ones that they look like, where their small letters look like others.
  private static let capitals: [Unicode.Scalar: Unicode.Scalar] = {
    let rows: [(String, String)] = [
      ("\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39A}", "ABEZHIK"),
      ("\u{39C}\u{39D}\u{39F}\u{3A1}\u{3A4}\u{3A5}\u{3A7}", "MNOPTYX"),
      ("\u{410}\u{412}\u{415}\u{405}\u{406}\u{408}\u{41A}\u{41C}\u{41D}", "ABESIJKMH"),
      ("\u{41E}\u{420}\u{421}\u{422}\u{423}\u{425}\u{4AE}\u{51A}\u{51C}\u{474}", "OPCTYXYQWV"),
      ("\u{13A0}\u{13A1}\u{13A2}\u{13AA}\u{13AB}\u{13AC}\u{13B3}\u{13B7}", "DRTAJEWM"),
      (
        "\u{13BB}\u{13C0}\u{13C3}\u{13D2}\u{13D5}\u{13DA}\u{13D9}\u{13DE}\u{13DF}\u{13E2}\u{13E6}\u{13F4}",
        "HGZRSSVLCPKB"
      ),
    ]
    return rows.reduce(into: [:]) { table, row in
      for (other, latin) in zip(row.0.unicodeScalars, row.1.unicodeScalars) { table[other] = latin }
    }
  }()

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
