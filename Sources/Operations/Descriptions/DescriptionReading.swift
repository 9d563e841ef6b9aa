import LectureKit
import NodeRPC
import Primitives

/// The newest description of a lecture, of those kept here and the one that the platform's site shows.
package struct DescriptionReading: Sendable {
  /// The description; nil where none that is signed by the teacher is known.
  package let signed: SignedDescription?
  /// The reason why the site's description was not taken, or could not be read; nil where there is none.
  package let problem: LectureError?

  /// Reads the descriptions of a lecture's present run; each signature is checked, by the newest block.
  ///
  /// Keeps here what the site shows: an older one does not take its place later. A site that never showed a newer one to
  /// this machine can still keep it back.
  ///
  /// - Parameter site: The site to ask; nil for none.
  /// - Throws: `NodeError` if the node fails.
  package static func read(
    _ lecture: Lecture, of client: LectureClient, by settings: Settings, asking site: DescriptionSite?
  ) async throws -> DescriptionReading {
    let folder = DescriptionFolder(of: lecture.number, at: client, settings)
    let check = DescriptionCheck(client)
    var problem: LectureError?
    var known = try await folder?.all() ?? []
    if let site {
      do {
        if let shown = try await site.description(of: lecture.number, run: lecture.run), !known.contains(shown) {
          try await check.verify(shown, of: lecture)
          // A home that cannot be written to keeps nothing.
          _ = try? await folder?.keep(shown)
          known.append(shown)
        }
      } catch let error as LectureError { problem = error }
    }
    let newestFirst = known.filter { $0.description.isOf(lecture.run) }
      .sorted { $0.description.issuedAt > $1.description.issuedAt }
    for signed in newestFirst {
      do {
        try await check.verify(signed, of: lecture)
        return DescriptionReading(signed: signed, problem: problem)
      } catch let error as LectureError { problem = problem ?? error }
    }
    return DescriptionReading(signed: nil, problem: problem)
  }

  /// Takes a description that somebody gave, and keeps it here.
  ///
  /// - Throws: `LectureError` `.descriptionUnsigned`; `NodeError` if the node fails.
  package static func take(
    _ signed: SignedDescription, of lecture: Lecture, at client: LectureClient, by settings: Settings
  ) async throws -> DescriptionReading {
    try await DescriptionCheck(client).verify(signed, of: lecture)
    _ = try? await DescriptionFolder(of: lecture.number, at: client, settings)?.keep(signed)
    return DescriptionReading(signed: signed, problem: nil)
  }
}
