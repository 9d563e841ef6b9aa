import HTTPTypes
import LectureKit
import Operations
import Primitives
import StrictJSON

/// The answers of a platform for programs; `/openapi.json` describes them.
enum InterfacePages {
  static let routes: [Route] = [
    .get("/openapi.json") { _ in WebAnswer(.ok, "application/json", PackageResources.openapi_json) },
    .get("/api/v1/lectures", lectures),
    .post("/api/v1/proposals", propose),
    .get("/api/v1/proposals/:id", status),
  ]

  /// The most lectures in an answer.
  private static let rowsOnPage = 100

  /// A page of the lectures, as the command lists them.
  @Sendable private static func lectures(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("search", most: 60)
    let place = try await visit.connection()
    let query = visit.request.query
    let selection = LectureSelection(isOpenOnly: query.has("open"), text: query.trimmed("q"))
    let listing = try await LectureListing.read(
      selection, page: query["page"].flatMap { Int($0) } ?? 1, rows: rowsOnPage, for: nil, on: visit)
    var answer = await visit.site.texts.json(of: listing.rows, on: place.network).object ?? [:]
    answer["page"] = .number("\(listing.number)")
    answer["pages"] = .number("\(listing.pages)")
    answer["total"] = .number("\(listing.total)")
    return .json(.object(answer))
  }

  /// Plans an action for the signed-in account's wallet.
  @Sendable private static func propose(_ visit: Visit) async throws -> WebAnswer {
    guard let body = try? JSON(parsing: visit.request.body, limits: JSON.Limits(depth: 4, bytes: 4096)),
      let action = WantedAction(body)
    else { throw WebRefusal.badJSON }
    let lecture = action.lecture.map { Link("lectures", "\($0)") } ?? Link("mine")
    let account = try await visit.site.account(of: visit.session).address
    let proposals = try WalletProposals(visit)
    try await visit.limit("proposal", most: 30)
    let proposal = try await proposals.make(.lecture(action), of: account, back: lecture, next: lecture)
    return try await answer(proposal, of: proposals)
  }

  /// A proposal of the signed-in account with its status, as far as it can be known.
  @Sendable private static func status(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("proposal", most: 60)
    let proposals = try WalletProposals(visit)
    let proposal = try await proposals.proposal(try visit.value("id"))
    return try await answer(try await proposals.status(of: proposal).proposal, of: proposals)
  }

  private static func answer(_ proposal: WalletProposal, of proposals: WalletProposals) async throws -> WebAnswer {
    .json(["ok": true, "proposal": proposal.json(try await proposals.fee(of: proposal))])
  }
}

extension WalletProposal {
  /// The proposal for programs: the transaction that the wallet is to sign, and what became of it.
  fileprivate func json(_ fee: WalletProposals.FeeCoverage) -> JSON {
    var members: [(String, JSON)] = [
      ("id", .string(id)), ("page", .string(link.text)), ("state", .string(state.rawValue)),
      ("chainId", .string("\(chainID)")), ("from", .string(account.checksummed)),
      ("to", .string(terms.contract.checksummed)), ("value", .string("\(terms.value.wei)")),
      ("data", .string(terms.data.hex)), ("gas", .string("\(terms.gas)")),
      ("fee", .string(fee.isFree ? "platform" : "own")), ("open", .bool(isOpen)),
    ]
    if let refusal = fee.refusal { members.append(("feeRefusal", .string("delegation.\(refusal.code)"))) }
    if let hash { members.append(("hash", .string(hash.hex))) }
    return .object(JSONObject(members))
  }
}
