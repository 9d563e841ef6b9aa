import Files
import Foundation
import Keystores
import LectureKit
import Primitives
import StrictJSON

/// The folder in which a lecture's descriptions are kept by their hash.
///
/// A description that was seen stays, so that nobody can show an older one in its place later.
package struct DescriptionFolder: Sendable {
  private let path: String
  /// The most files that are looked at.
  private static let mostFiles = 200

  /// The folder of a lecture in the user's data; nil without a home.
  package init?(of lecture: UInt256, at client: LectureClient, _ settings: Settings) {
    guard let data = settings.folders.data else { return nil }
    path = "\(data)/descriptions/\(client.session.chainID)-\(client.market.address.checksummed)/\(lecture)"
  }

  /// The descriptions in it; files that are none are passed over.
  package func all() async throws -> [SignedDescription] {
    try await BlockingWork.run { [path] in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(".json") }.sorted().prefix(Self.mostFiles).compactMap { name in
        guard let contents = try? PrivateFile.read("\(path)/\(name)", limit: 2 * SignedDescription.mostBytes),
          let signed = try? SignedDescription(parsing: contents.bytes), name == "\(signed.hash.hex).json"
        else { return nil }
        return signed
      }
    }
  }

  /// Keeps a description, whose signature was checked.
  ///
  /// - Returns: The path of its file.
  @discardableResult
  package func keep(_ signed: SignedDescription) async throws -> String {
    let file = "\(path)/\(signed.hash.hex).json"
    try await BlockingWork.run { [path] in try Folder(path).make() }
    try await PrivateFile.write(signed.fileBytes, to: file, replacing: true)
    return file
  }
}

extension SignedDescription {
  /// The description as a file has it.
  package var fileBytes: Bytes { Bytes((json.serialized(prettyIndent: 2) + "\n").utf8) }
}
