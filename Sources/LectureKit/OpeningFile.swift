import Primitives
import StrictJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A page of the opening book as a JSON file.
///
/// It is a cache: a file that is missing, damaged or not writable costs another reading of the logs and nothing else.
struct OpeningFile: Sendable {
  let directory: String
  let name: String

  private var path: String { directory + "/" + name }

  func load() -> OpeningBook.Page? {
    guard let data = FileManager.default.contents(atPath: path), let json = try? JSON(parsing: Array(data)) else {
      return nil
    }
    return try? OpeningBook.Page(json)
  }

  func save(_ page: OpeningBook.Page) {
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try? Data(page.json.serializedBytes()).write(to: URL(filePath: path), options: .atomic)
  }
}

extension OpeningBook.Page {
  init(_ json: JSON) throws {
    func field(_ json: JSON, _ name: String) throws -> String {
      guard let text = json[name]?.string else { throw LectureError(.priceUnknown, "The price cache lacks \(name).") }
      return text
    }
    guard let openings = json["openings"]?.array else {
      throw LectureError(.priceUnknown, "The price cache lacks openings.")
    }
    self.init(
      firstBlock: try UInt64(clamping: UInt256(quantity: field(json, "firstBlock"))),
      lastBlock: try UInt64(clamping: UInt256(quantity: field(json, "lastBlock"))),
      lastBlockHash: try Hash32(field(json, "lastBlockHash")),
      openings: try openings.map { entry in
        Opening(
          lectureID: try Hash32(field(entry, "id")),
          teacher: try Address(field(entry, "teacher")),
          cost: try UInt256(quantity: field(entry, "cost")),
          block: try UInt64(clamping: UInt256(quantity: field(entry, "block"))))
      })
  }

  var json: JSON {
    [
      "firstBlock": .string(UInt256(firstBlock).quantity), "lastBlock": .string(UInt256(lastBlock).quantity),
      "lastBlockHash": .string(lastBlockHash.hex),
      "openings": .array(
        openings.map {
          [
            "id": .string($0.lectureID.hex), "teacher": .string($0.teacher.checksummed),
            "cost": .string($0.cost.quantity), "block": .string(UInt256($0.block).quantity),
          ]
        }),
    ]
  }
}
