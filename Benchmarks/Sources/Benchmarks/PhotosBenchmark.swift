import Foundation
import Peers
import QRCodes

/// Photos of QR codes, made from a seed: how many are read, against Debian's readers as they are and PyPI's; and the time
/// for one of twelve megapixels.
struct PhotosBenchmark: Benchmark {
  static let name = "photos"
  private static let count = 480
  private static let seed = "lectures"

  /// A photo, and the text of its code.
  private struct Photo: Sendable {
    let file: [UInt8]
    let picture: Picture
    let text: String
  }

  func rows(on ground: Ground) async throws -> [Row] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-photos-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try ground.python.run("photos", folder.path, Self.seed, "\(Self.count)")
    let lines = try String(contentsOf: folder.appending(path: "texts.tsv"), encoding: .utf8).split(separator: "\n")
    var (read, zxing, zbar): (Int, Int, Int) = (0, 0, 0)
    var largest: Photo?
    for line in lines {
      let cells = line.split(separator: "\t").map(String.init)
      try require(cells.count == 3, "a line of texts.tsv is \(line)")
      let file = [UInt8](try Data(contentsOf: folder.appending(path: cells[0])))
      let photo = Photo(file: file, picture: try Picture(file: file), text: cells[2])
      let found = try photo.picture.codes()
      try require(found.isEmpty || found == [photo.text], "\(cells[0]) is read as \(found)")
      read += found.isEmpty ? 0 : 1
      let (width, height) = (Int32(photo.picture.width), Int32(photo.picture.height))
      zxing += peer_zxing(photo.picture.points, width, height, photo.text) ? 1 : 0
      zbar += peer_zbar(photo.picture.points, width, height, photo.text) ? 1 : 0
      if !found.isEmpty, photo.picture.points.count > largest?.picture.points.count ?? 0 { largest = photo }
    }
    guard let largest else { throw BenchmarkFailure("no photo was read") }
    var rows = [
      try await share(read, beside: zxing, of: "libzxing 1.4", bound: 0.98),
      try await share(read, beside: zbar, of: "libzbar", bound: 0.98),
    ]
    for reader in ["zxing-cpp", "opencv"] {
      let right = Int(try ground.python.run("photos-read", folder.path, reader).result) ?? 0
      rows.append(try await share(read, beside: right, of: "\(reader) of PyPI", bound: nil))
    }
    return rows + [try await time(of: largest)]
  }

  /// Shares stand in the place of seconds turned over: twice as many is twice as good.
  private func share(_ ours: Int, beside peer: Int, of name: String, bound: Double?) async throws -> Row {
    let duel = try await Duel.run(rounds: 1) {
      Double(Self.count) / Double(ours)
    } peer: {
      Double(Self.count) / Double(peer)
    }
    return Row(
      "\(Self.count) photos of QR codes, read", peer: name, .share, duel, bound: bound,
      limit: "blur as wide as half a module", remarks: ["\(ours) beside \(peer), none as anything else"])
  }

  private func time(of photo: Photo) async throws -> Row {
    let duel = try await Duel.run(rounds: 5) {
      try seconds(each: 1) {
        let found = try Picture(file: photo.file).codes()
        try require(found == [photo.text], "the largest photo is read as \(found)")
      }
    } peer: {
      1
    }
    return Row(
      "photo of \(photo.picture.width) by \(photo.picture.height) points, read", peer: "what is asked for", .time, duel,
      bound: 1, limit: "libzxing's look at every row, and at smaller copies")
  }
}
