import ArgumentParser
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import QRCodes
import StrictJSON
import Terminal

/// `lectures network invite`: an invitation to the network and the contract in use, as a link and a QR code.
struct NetworkInvite: ReportingCommand {
  static let configuration = CommandConfiguration(
    "invite", "Make an invitation to your lectures as a link and a QR code.",
    examples: [
      "lectures network invite": "the network, chain and contract in use",
      "lectures network invite --output invitation.png": "as a picture; .svg works, too",
    ],
    after: """
      Students accept it with `lectures network use LINK`, or the picture for LINK. Endpoints with a password or key \
      in their URL are left out, and so is your account. A node is asked whether there is a lecture contract.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: SiteOptions.title) var siteOptions: SiteOptions
  @OptionGroup var picture: PictureOptions

  func run(in context: CommandContext) async throws -> Report {
    try picture.checkFile()
    let (client, place) = try await context.nodes.lectureClient()
    let (invitation, leftOut) = try Invitation.to(
      client.market.address, fromBlock: client.session.deploymentBlock, on: place.network,
      chainID: place.session.chainID, site: try context.settings.site())
    let drawing = CodeDrawing(code: try QRCode(invitation.text, errorCorrection: .medium))
    try await picture.write(drawing)
    let (language, screen) = (context.language, context.console.screen)
    if leftOut > 0 { context.warn(language[InvitationText.leftOut(leftOut)]) }
    if !invitation.endpoints.isEmpty, invitation.endpoints.allSatisfy({ (try? Endpoint($0))?.isLoopback == true }) {
      context.warn(language[InvitationText.onlyHere])
    }
    return Report([
      "link": .string(invitation.text), "network": .string(invitation.network),
      "chainID": .integer(invitation.chainID), "contract": .string(invitation.contract.checksummed),
      "fromBlock": .integer(invitation.fromBlock), "endpoints": .array(invitation.endpoints.map { .string($0) }),
      "endpointsLeftOut": .integer(leftOut), "site": .text(invitation.site), "output": .text(picture.output),
    ]) {
      if let output = picture.output {
        language[InvitationText.inFile(output)]
      } else if let columns = drawing.excessColumns(on: screen) {
        language[InvitationText.tooNarrow(columns: columns)]
      } else {
        drawing.lines(on: screen)
      }
      invitation.fields(in: language)
      language[InvitationText.howTo(command: "lectures network use '\(invitation.text)'")]
    }
  }
}
