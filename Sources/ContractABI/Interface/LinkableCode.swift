import Primitives
import StrictJSON

/// Code as a compiler writes it: hexadecimal, with a placeholder of 40 characters where a library's address is to be.
///
/// solc writes `__$…$__` with a hash since 0.5, and `__file.sol:Library____` before.
struct LinkableCode: Sendable, Hashable {
  /// The bytes; nil if libraries are missing.
  let linked: Bytes?
  /// The names of the libraries that are missing, as in `contracts/Set.sol:Set`, or else their placeholders.
  let libraries: [String]

  /// - Parameter references: the compiler's `linkReferences`, which name the libraries by their files.
  /// - Throws: whatever keeps the rest from being hexadecimal.
  init(_ text: String, references: JSON?) throws(PrimitivesError) {
    var placeholders: [String] = []
    var digits: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "_")) {
      let placeholder = rest[start...].prefix(40)
      // A shorter one is no placeholder, and no digit either.
      guard placeholder.count == 40 else { break }
      digits += rest[..<start] + [UInt8](repeating: UInt8(ascii: "0"), count: 40)
      rest = rest[placeholder.endIndex...]
      let name = TerminalSafe.escape(LinkableCode.name(of: placeholder), limit: 60)
      if !placeholders.contains(name) { placeholders.append(name) }
    }
    digits += rest
    let code = try Hex.decode(String(decoding: digits, as: UTF8.self))
    linked = placeholders.isEmpty ? code : nil
    let named = placeholders.isEmpty ? [] : LinkableCode.names(in: references)
    libraries = named.count == placeholders.count ? named : placeholders
  }

  /// The name in a placeholder, without what fills it up; that with a hash as it is.
  private static func name(of placeholder: ArraySlice<UInt8>) -> String {
    let text = String(decoding: placeholder, as: UTF8.self)
    guard !text.hasPrefix("__$") else { return text }
    let name = placeholder.drop { $0 == UInt8(ascii: "_") }
    let end = name.lastIndex { $0 != UInt8(ascii: "_") }
    return end.map { String(decoding: name[...$0], as: UTF8.self) } ?? text
  }

  /// `{"Set.sol": {"Set": […]}}` as `Set.sol:Set`.
  private static func names(in references: JSON?) -> [String] {
    var names: [String] = []
    for (file, libraries) in references?.object ?? [:] {
      for (library, _) in libraries.object ?? [:] {
        names.append(TerminalSafe.escape("\(file):\(library)", limit: 120))
      }
    }
    return names
  }
}
