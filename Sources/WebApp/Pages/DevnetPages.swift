import Localization
import Markup
import Operations
import Primitives

/// The controls of a devnet: there are none on another chain, whatever is posted.
enum DevnetPages {
  static let routes: [Route] = [
    .post("/explorer/devnet/mine", mine),
    .post("/explorer/devnet/advance", advance),
    .post("/explorer/devnet/snapshot", snapshot),
    .post("/explorer/devnet/revert", revert),
  ]

  // MARK: Showing

  static func controls(
    _ devnet: DevnetControls, _ snapshots: [DevnetControls.Snapshot], _ visit: Visit, _ problem: FieldProblem?
  ) -> Element {
    let form = visit.request.form
    return Element("section", ["aria-labelledby": "devnet"]) {
      Element("h2", ["id": "devnet"]) { visit.text(ExplorerPageText.devnet) }
      Element("p", ["class": "quiet"]) { Element.foreign(devnet.version) }
      Element.form(visit, to: Link("explorer", "devnet", "mine"), ["class": "row"]) {
        Element.field(
          visit.text(ExplorerPageText.blocksToMine), "blocks", value: form["blocks"] ?? "1",
          problem: problem?.field == "blocks" ? problem : nil, ["inputmode": "numeric", "autocomplete": "off"])
        Element.submit(visit.text(ExplorerPageText.mine), isMain: false)
      }
      Element.form(visit, to: Link("explorer", "devnet", "advance"), ["class": "row"]) {
        Element.field(
          visit.text(ExplorerPageText.hoursToAdvance), "hours", value: form["hours"] ?? "1",
          problem: problem?.field == "hours" ? problem : nil, ["inputmode": "numeric", "autocomplete": "off"])
        Element.submit(visit.text(ExplorerPageText.advance), isMain: false)
      }
      Element.form(visit, to: Link("explorer", "devnet", "snapshot")) {
        Element.submit(visit.text(ExplorerPageText.snapshot), isMain: false)
      }
      if !snapshots.isEmpty {
        Element("ul", ["class": "cards"]) {
          for snapshot in snapshots {
            Element("li", ["class": "card"]) {
              Element("p") {
                visit.text(
                  ExplorerPageText.snapshotAt(
                    "\(snapshot.id)", block: snapshot.block.map { visit.language.grouped($0) } ?? "?"))
              }
              Element.form(visit, to: Link("explorer", "devnet", "revert")) {
                Element("input", ["type": "hidden", "name": "snapshot", "value": "\(snapshot.id)"])
                Element.submit(visit.text(ExplorerPageText.revert), isMain: false)
              }
            }
          }
        }
      }
    }
  }

  // MARK: Doing

  /// The controls of the chain in use.
  ///
  /// - Throws: ``WebRefusal/notFound`` where it is no devnet.
  private static func devnet(_ visit: Visit) async throws -> DevnetControls {
    let controls = try await PageTimeout.node { await DevnetControls(try await visit.connection()) }
    guard let controls else { throw WebRefusal.notFound }
    return controls
  }

  @Sendable private static func mine(_ visit: Visit) async throws -> WebAnswer {
    let devnet = try await devnet(visit)
    guard let count = number(visit, "blocks", atMost: DevnetControls.mostBlocks) else {
      return try await refuse(visit, "blocks", atMost: DevnetControls.mostBlocks)
    }
    try await PageTimeout.node { try await devnet.mine(count) }
    return .redirect(to: Link("explorer"))
  }

  @Sendable private static func advance(_ visit: Visit) async throws -> WebAnswer {
    let (devnet, most) = (try await devnet(visit), DevnetControls.longestTime / 3600)
    guard let hours = number(visit, "hours", atMost: most) else {
      return try await refuse(visit, "hours", atMost: most)
    }
    try await PageTimeout.node { try await devnet.advance(by: hours * 3600) }
    return .redirect(to: Link("explorer"))
  }

  @Sendable private static func snapshot(_ visit: Visit) async throws -> WebAnswer {
    let devnet = try await devnet(visit)
    try await PageTimeout.node { try await devnet.snapshot() }
    return .redirect(to: Link("explorer"))
  }

  @Sendable private static func revert(_ visit: Visit) async throws -> WebAnswer {
    let devnet = try await devnet(visit)
    guard let id = visit.request.form.trimmed("snapshot").flatMap({ try? UInt256(parsing: $0) }) else {
      throw WebRefusal.badForm
    }
    // A snapshot that is gone already leaves the chain as it is, and the list shows that.
    _ = try await PageTimeout.node { try await devnet.revert(to: id) }
    return .redirect(to: Link("explorer"))
  }

  private static func number(_ visit: Visit, _ field: String, atMost most: UInt64) -> UInt64? {
    visit.request.form.trimmed(field).flatMap { UInt64($0) }.flatMap { (1...most).contains($0) ? $0 : nil }
  }

  private static func refuse(_ visit: Visit, _ field: String, atMost most: UInt64) async throws -> WebAnswer {
    let text = visit.text(ExplorerPageText.wholeNumber(most: visit.language.grouped(most)))
    return try await ExplorerPages.list(visit, problem: FieldProblem(field: field, text: text))
  }
}
