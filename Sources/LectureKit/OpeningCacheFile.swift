import JSONFields
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
struct OpeningCacheFile: Sendable {
  let directory: String
  let name: String

  private var path: String { directory + "/" + name }

  func load() -> OpeningCache.Page? {
    guard let data = FileManager.default.contents(atPath: path), let json = try? JSON(parsing: Array(data)) else {
      return nil
    }
    return try? OpeningCache.Page(json)
  }

  func save(_ page: OpeningCache.Page) {
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try? Data(page.json.serializedBytes()).write(to: URL(filePath: path), options: .atomic)
  }
}

extension OpeningCache.Page {
  init(_ json: JSON) throws {
    let fields = try JSONFields(json)
    guard let openings = try fields.objects("openings") else { throw fields.failure("openings", "are missing") }
    self.init(
      firstBlock: try fields.required("firstBlock", .quantity), lastBlock: try fields.required("lastBlock", .quantity),
      lastBlockHash: try fields.required("lastBlockHash", .hash),
      openings: try openings.map { entry in
        Opening(
          lectureID: try entry.required("id", .hash), teacher: try entry.required("teacher", .checksummed),
          cost: try entry.required("cost", .quantity), block: try entry.required("block", .quantity))
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
