import Evidence
import Files
import Keystores
import Primitives
import StrictJSON

/// The newest block that was proven from a checkpoint, with the parameters that changed on the way.
struct ReachedBlock: Sendable, Hashable {
  let block: KaiaCheckpoint
  let parameters: [KaiaParameters.Range]
}

/// The file in which the newest proven block of a chain and checkpoint is kept from one command to the next (0600).
///
/// It only makes the way shorter: one that is damaged, of another chain or checkpoint, or open to others is as good as none.
struct ReachedBlockFile: Sendable {
  let path: String
  private let chainID: UInt64
  private let checkpoint: KaiaCheckpoint

  private static let mostBytes = 1 << 16
  private static let mostChanges = 256

  /// The file of a checkpoint; nil where none is kept.
  init?(_ trusted: TrustedCheckpoint) {
    guard let folder = trusted.folder else { return nil }
    (chainID, checkpoint) = (trusted.chain.chainID, trusted.checkpoint)
    path = "\(folder)/\(chainID)-\(checkpoint.number)-\(checkpoint.hash.hex).json"
  }

  /// The block that is kept; nil if there is none that can be relied on.
  func read() -> ReachedBlock? {
    guard let contents = try? PrivateFile.read(path, limit: Self.mostBytes),
      contents.exposure("The file of the checkpoint", needing: .integrity) == nil,
      let json = try? JSON(parsing: contents.bytes, limits: JSON.Limits(depth: 4, bytes: Self.mostBytes)),
      let object = json.object, object["checksum"]?.string == Self.checksum(object),
      object["chain"]?.string == String(chainID), object["checkpoint"]?.string == checkpoint.description,
      let block = (object["reached"]?.string).flatMap({ try? KaiaCheckpoint($0) }), block.number >= checkpoint.number,
      let list = object["parameters"]?.array, list.count <= Self.mostChanges
    else { return nil }
    let parameters = list.compactMap { $0.string.flatMap(Self.range) }
    return parameters.count == list.count ? ReachedBlock(block: block, parameters: parameters) : nil
  }

  /// Keeps a block in the place of what is there, in one step; where that cannot be done, the next way is longer.
  func write(_ reached: ReachedBlock) {
    var object: JSONObject = [
      "chain": .string(String(chainID)), "checkpoint": .string(checkpoint.description),
      "reached": .string(reached.block.description),
      "parameters": .array(reached.parameters.suffix(Self.mostChanges).map { .string(Self.text($0)) }),
    ]
    object["checksum"] = .string(Self.checksum(object))
    try? PrivateFile.makeFolder(of: path)
    try? PrivateFile.replace(path, with: Bytes((JSON.object(object).serialized() + "\n").utf8))
  }

  /// Detects a flipped bit, not a forger: whoever may write the file may do all else that its owner may.
  private static func checksum(_ object: JSONObject) -> String {
    var object = object
    object["checksum"] = nil
    return Keccak256.hash(Bytes(JSON.object(object).serialized().utf8)).hex
  }

  /// First block, committee size and form of the roots, if that is known: `128822400 31 0`.
  private static func text(_ range: KaiaParameters.Range) -> String {
    let form = range.parameters.deriveSha.map { "\($0.rawValue)" } ?? "-"
    return "\(range.first) \(range.parameters.committeeSize) \(form)"
  }

  private static func range(_ text: String) -> KaiaParameters.Range? {
    let words = text.split(separator: " ")
    guard words.count == 3, let first = UInt64(words[0]), let size = Int(words[1]), size > 0 else { return nil }
    guard words[2] != "-" else { return KaiaParameters.Range(first, committeeSize: size, deriveSha: nil) }
    guard let form = Int(words[2]).flatMap(DeriveShaImpl.init) else { return nil }
    return KaiaParameters.Range(first, committeeSize: size, deriveSha: form)
  }
}
