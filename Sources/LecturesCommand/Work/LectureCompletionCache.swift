import Keystores
import LectureKit
import Operations
import Primitives

/// The lectures of a contract as they were listed last, kept for the completions of a line: a far node does not answer in
/// the time that a shell waits.
struct LectureCompletionCache: Sendable {
  /// The most that are kept and offered.
  static let most = 200
  private let path: String

  /// Those of the contract in use on the network in use; nil where none is set, or there is no folder for them.
  init?(of settings: Settings) {
    guard let folder = settings.folders.cache, let contract = try? settings.contractIfSet() else { return nil }
    path = "\(folder)/lists/\(settings.networkName)-\(contract.checksummed)"
  }

  /// Keeps them; that it fails is no matter.
  func keep(_ candidates: [CompletionCandidate]) {
    let lines = candidates.prefix(Self.most).map { $0.line }
    try? PrivateFile.makeFolder(of: path)
    try? PrivateFile.replace(path, with: Bytes(lines.joined().utf8))
  }

  /// Those that were kept.
  var candidates: [CompletionCandidate] {
    guard let bytes = try? PrivateFile.read(path, limit: 1 << 20).bytes else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(Self.most).map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return CompletionCandidate(word: parts[0], note: parts.count > 1 ? parts[1] : "")
    }
  }
}

extension CompletionCandidate {
  /// A lecture by its number, its title and price beside it.
  init(_ lecture: Lecture, on network: Network) {
    let price = lecture.price.map { network.text($0) } ?? ""
    self.init(word: "\(lecture.number)", note: [lecture.title, price].filter { !$0.isEmpty }.joined(separator: ", "))
  }
}
