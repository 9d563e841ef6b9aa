import Primitives
import StrictJSON

/// An entry with its number and its time, as it stands in a line of the file.
///
/// A line is a JSON object whose last member, `check`, is the first 8 bytes of the Keccak-256 of the object without it. The
/// member before that, `chain`, is the hash over all lines before (see ``JournalHead``).
public struct JournalLine: Sendable, Hashable {
  /// From 0, without gaps.
  public let number: UInt64
  /// The time at which it was written, in seconds since 1970.
  public let time: UInt64
  /// The content of the line.
  public let entry: JournalEntry
  /// The hash over all lines before; nil in journals from before they were chained.
  public internal(set) var chain: Hash32?
}

extension JournalLine {
  private static let checkStart = Array(#","check":""#.utf8)
  private static let checkLength = checkStart.count + 16 + 2

  /// The line with its end.
  var encoded: [UInt8] {
    var object: JSONObject = ["n": .string(String(number)), "time": .string(String(time))]
    for (name, value) in entry.members { object[name] = value }
    if let chain { object["chain"] = .string(chain.hex) }
    let body = JSON.object(object).serializedBytes()
    return body.dropLast() + Self.checkStart + Array(Self.check(body).utf8) + Array("\"}\n".utf8)
  }

  /// Reads a line without its end; nil if it is not whole.
  init?(_ line: some BidirectionalCollection<UInt8>) {
    let line = Array(line)
    guard line.count > Self.checkLength else { return nil }
    let tail = line.suffix(Self.checkLength)
    let body = line.dropLast(Self.checkLength) + [UInt8(ascii: "}")]
    guard tail.elementsEqual(Self.checkStart + Array(Self.check(Array(body)).utf8) + Array("\"}".utf8)),
      let object = (try? JSON(parsing: Array(body)))?.object,
      let number = object["n"]?.string.flatMap({ UInt64($0) }),
      let time = object["time"]?.string.flatMap({ UInt64($0) }),
      let entry = try? JournalEntry(object)
    else { return nil }
    let chain = object["chain"]?.string.flatMap { try? Hash32($0) }
    guard (chain == nil) == (object["chain"] == nil) else { return nil }
    self.init(number: number, time: time, entry: entry, chain: chain)
  }

  /// The first 8 bytes of the Keccak-256 of some bytes.
  static func check(_ body: [UInt8]) -> String {
    Hex.encode(Keccak256.hash(body).bytes.prefix(8), prefix: false)
  }
}
