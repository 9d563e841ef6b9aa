import Keys
import Outbox
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand
@testable import Sending

@Suite("What to do after a failure to send")
struct SendingAdviceTests {
  private static let account = Address(truncating: 9)
  private static let hash = Hash32(UInt256(7))

  /// A failure as the library tells it, and the words on the command line.
  struct Row: Sendable, CustomTestStringConvertible {
    let error: any Error
    let words: String?

    init(_ code: SendingError.Code, _ facts: SendingError.Facts, _ words: String?) {
      error = SendingError(code, "No.", about: SendingAdviceTests.hash, facts: facts)
      self.words = words
    }

    init(_ code: SendingError.Code, _ words: String?) {
      error = SendingError(code, "No.", about: SendingAdviceTests.hash)
      self.words = words
    }

    init(outbox code: OutboxError.Code, _ facts: OutboxError.Facts?, _ words: String?) {
      error = OutboxError(code, "No.", about: SendingAdviceTests.hash, facts: facts)
      self.words = words
    }

    var testDescription: String { "\(CommandFailure(error).code.name): \(words ?? "none")" }
  }

  private static let signed: [Row] = [
    Row(.underpriced, .refusedAsItIs(intent: 3, isCancellation: true), "Offer more: lectures tx speed-up 3"),
    Row(
      .refused, .refusedAsItIs(intent: 3, isCancellation: false),
      "Offer more: lectures tx speed-up 3; or give it up: lectures tx cancel 3"),
    Row(
      .outcomeUnknown, .handedOver(intent: 3),
      "Nothing else is sent in its place. Look later: lectures tx resume 3; or exclude it: lectures tx cancel 3"),
    Row(
      .outcomeUnknown, .nonceUseNotShown(intent: 3),
      "Nothing else is sent in its place. Look later: lectures tx resume 3"),
    Row(
      .outcomeUnknown, .nonceReassigned(intent: 3),
      "Wait until the other is: lectures tx list --open; then try again."),
    Row(
      .outcomeUnknown, .service("https://pay.example"),
      "Look with `lectures tx show \(hash)` before you send it again. The service is https://pay.example."),
    Row(.outcomeUnknown, "Look with `lectures tx show \(hash)` before you send it again."),
    Row(
      .notConfirmed, .blocked(by: 2),
      "Take that up first: lectures tx resume 2; do not send this one again before that."),
    Row(
      .notConfirmed, .contradiction(between: ["http://a", "http://b"], intent: 2),
      "Look with `lectures tx show \(hash)`, or take it up: lectures tx resume 2; do not send it again before that."),
    Row(
      .notConfirmed, .nonceGap(of: .zero, first: 3, last: 6, intent: 2),
      "Look at the account with another --endpoint: the count of its transactions that a node told was too high. What is missing is filled by lectures tx resume 2; do not send this one again before that."
    ),
    Row(
      .refused, .nonceGap(of: .zero, first: 3, last: 6, intent: nil),
      "The count of its transactions that a node told is too high: leave that --endpoint out, and try again. Nothing is paid twice."
    ),
    Row(.notConfirmed, "Follow it with `lectures tx show \(hash)`; do not send it again before that."),
    Row(.underWay, .intent(3), "Look: lectures tx show 3"),
    Row(.underWay, .nonceReassigned(intent: 3), "Try again when that one is mined: lectures tx list --open"),
    Row(.underWay, .waitingElsewhere(intent: 3), "Let it wait, or give it up: lectures tx cancel 3"),
    Row(
      .underWay, .blocked(by: 2),
      "Send that one: lectures tx resume 2 (with --fee-service URL where a service is to pay); or give it up: lectures tx cancel 2"
    ),
    Row(.underWay, .takenElsewhere(intent: 3), "Let it end, and look with lectures tx list."),
    Row(.cancelled, .intent(3), "Look: lectures tx show 3"),
    Row(.notReplaced, .intent(3), "Follow it with `lectures tx wait 3`, or try again later."),
    Row(.notReplaceable, .onlyCancellable(intent: 3), "It can be cancelled: lectures tx cancel 3"),
    Row(.notReplaceable, .intent(3), "Look: lectures tx list"),
    Row(.priceNotMet, .priceLimit(25), "Wait longer with --deadline, or raise --wait-for-price."),
    Row(.priceNotMet, nil),
  ]

  private static let earlier: [Row] = [
    Row(
      outbox: .sameJustSent, .earlier(intent: 3, .signed),
      "Go on with it: lectures tx resume 3. If another is meant, add --again."),
    Row(
      outbox: .sameJustSent, .earlier(intent: 3, .unpublished),
      "Go on with it: lectures tx resume 3. If another is meant, add --again."),
    Row(
      outbox: .sameJustSent, .earlier(intent: 3, .seen),
      "If it is meant twice, add --again; --id KEY makes a send safe to repeat."),
    Row(outbox: .otherWithID, .earlier(intent: 3, .final), "Give this send another --id."),
    Row(
      outbox: .sameElsewhere, .earlier(intent: 3, .final),
      "If it is another chain, and it is meant here, too, add --again."),
    Row(outbox: .sameFamily, .earlier(intent: 3, .final), "If it is meant once more, add --again."),
    Row(
      .notProven, .intent(3),
      "A second operator's node settles it (--endpoint NAME=URL for each of the two), or one of your own (--own true). To send another all the same: --again."
    ),
    Row(
      .notProven, .nonceUseNotShown(intent: 3),
      "Look later, or ask another node as well. To send another all the same: --again."),
    Row(
      .historyUnknown,
      "Try again when all is mined, or with the --endpoint of a node that keeps old states; to pay all the same, add --again."
    ),
    Row(
      .sameOnChain, .sameOnChain(nonce: 4),
      "If that was this payment, add --is \(hash) (with the --id that it is to have); to pay once more, add --again."),
    Row(
      .sameOnChain, .sameOnChain(nonce: 4, isNameable: false),
      "If that was this, there is nothing left to do; to do it once more, add --again."),
    Row(.notNamed, "Look: lectures tx show \(hash)"),
  ]

  private static let money: [Row] = [
    Row(
      .feeAboveLimit, .spending(.klay(2), limit: .klay(1), .klay),
      "Wait for lower fees, or allow more with --max-total-fee."),
    Row(
      outbox: .limitExceeded, .spending(.klay(2), limit: .klay(1), .perDay, .klay),
      "Raise the limit in the profile, or wait until less is under way."),
    Row(
      .notEnoughForGas, .absurdFee(.klay(5)),
      "So much gas hardly ever costs: see what another node asks, with another --endpoint."),
    Row(.notEnoughForGas, nil),
    Row(.feePayerCannotPay, .account(account), "Fund it, or let another account pay with --fee-payer."),
  ]

  private static let chains: [Row] = [
    Row(.wrongChain, .endpoint("https://node.example"), "Leave it out, or choose the right --network."),
    Row(
      outbox: .unknownChain, .chains(2, id: 1001),
      "Use an endpoint that has all blocks, or name another outbox with --outbox FILE."),
    Row(
      outbox: .signedForForkedChain, .belongsToForkedChain(intent: 3),
      "Try it with --dry-run, or on the fork with an outbox of its own: --outbox FILE"),
    Row(.wrongChain, "Choose the right --network, or the right --endpoint for this network."),
    Row(.noQuorum, "Name more with --endpoint, each by itself, or lower --quorum."),
  ]

  private static let kaia: [Row] = [
    Row(
      .keyNotHeld, .accountKey(account, .multisig(WeightedMultisig(threshold: 1, of: []))),
      "Name all keystores here that hold keys of it: --sign-with alice,bob. Keys elsewhere sign with lectures tx sign."),
    Row(
      .keyNotHeld, .accountKey(account, .legacy),
      "Use the keystore that holds the present key. What the account has now: lectures account show \(account)"),
    Row(.keyNotHeld, .account(account), "What the account has now: lectures account show \(account)"),
    Row(
      .signaturesMissing, .account(account),
      "Sign one of Kaia's own types with the present key: lectures account show \(account)"),
    Row(
      .signaturesMissing, .missingSignatures(.feePayer),
      "Let them sign this copy: lectures tx sign-as-fee-payer RAW --from NAME; or join copies signed apart: lectures tx merge RAW RAW"
    ),
    Row(
      .signaturesMissing, .missingSignatures(.accountUpdate),
      "Let them sign this copy: lectures tx sign FILE --from NAME; or join copies signed apart: lectures tx merge RAW RAW"
    ),
    Row(
      .serviceRefused, .handedOver(intent: 3),
      "Run it again, with another payer or none: it takes the same nonce, so that one at most is mined. Or exclude it: lectures tx cancel 3"
    ),
    Row(.serviceRefused, nil),
    Row(
      .serviceBusy, .handedOver(intent: 3),
      "Run it again in a moment: the service gets the same bytes, so that one at most is mined. Or exclude it: lectures tx cancel 3"
    ),
    Row(
      .feePayerNeeded, .feePayer(account, intent: 3),
      "Say who pays for this one: lectures tx speed-up 3 --fee-payer \(account), or --fee-service URL; or give it up: lectures tx cancel 3"
    ),
    Row(
      .feePayerNeeded, .feePayer(nil, intent: 3),
      "Say who pays for this one: lectures tx speed-up 3 --fee-service URL, or --fee-payer ACCOUNT; or give it up: lectures tx cancel 3"
    ),
    Row(.noFeeDelegation, "Choose another --network, or pay the fee with the account itself."),
    Row(.wrongSigner, .account(account), "Name a keystore with --fee-payer, or use a service with --fee-service."),
  ]

  private static let outbox: [Row] = [
    Row(outbox: .nonceUsed, .usedNonce(3, next: 5), "Leave --nonce out, or give 5 or more."),
    Row(
      outbox: .failed, .file(path: "/o", .notWritable),
      "Make the file and its folder writable, or name another with --outbox FILE."),
    Row(outbox: .failed, .file(path: "/o", .failed), "Make room there, or name another file with --outbox FILE."),
    Row(outbox: .failed, nil, "Look with lectures tx list."),
    Row(
      outbox: .damaged, .file(path: "/o", .missing(marks: ["/o-lock"])),
      "Else make a new one of what the chain tells: lectures tx rebuild"),
    Row(outbox: .damaged, .file(path: "/o", .foreign), "Name another file with --outbox FILE."),
    Row(
      outbox: .damaged, .file(path: "/o", .damaged),
      "It is kept. Make a new one of what can be read of it, and of the chain: lectures tx rebuild"),
  ]

  @Test(
    "is told in the words of the command line, by the code and the facts",
    arguments: signed + earlier + money + chains + kaia + outbox)
  func words(row: Row) { #expect(CommandFailure(row.error).advice == row.words) }

  @Test("comes with the status of a service that refuses, or of one that is not there, or not now")
  func services() {
    #expect(
      CommandFailure(SendingError(.serviceBusy, "No.", facts: .handedOver(intent: 3))).status == .nodeUnavailable)
    #expect(
      CommandFailure(SendingError(.serviceRefused, "No.", facts: .handedOver(intent: 3))).status == .refused)
    #expect(
      CommandFailure(SendingError(.serviceRefused, "No.", facts: .service("https://pay.example"))).status
        == .nodeUnavailable)
  }

  @Test(
    "comes with the name of the request to a service, in JSON and in all languages",
    arguments: [
      (.serviceRefused, .handedOver(intent: 3, request: "order-7")),
      (.outcomeUnknown, .service("https://pay.example", request: "order-7")), (.serviceRefused, .request("order-7")),
    ] as [(SendingError.Code, SendingError.Facts)])
  func request(code: SendingError.Code, facts: SendingError.Facts) {
    let error = SendingError(code, "No.", facts: facts)
    #expect(SendingErrors.details(of: error)["requestId"] == "order-7")
    for words in [SendingErrors.korean(error), SendingErrors.ukrainian(error)] {
      #expect(words?.reason?.contains("`order-7`") == true)
    }
    #expect(SendingErrors.details(of: SendingError(code, "No.", facts: .handedOver(intent: 3)))["requestId"] == nil)
  }

  @Test("is what the library says where that is the same for everybody")
  func neutral() {
    let error = SendingError(
      .signaturesMissing, "No.", advice: "Use another account.", facts: .missingSignatures(.feePayer))
    #expect(CommandFailure(error).advice == "Use another account.")
  }

  @Test("names the option of what the library calls a key")
  func key() {
    let failure = CommandFailure(
      OutboxError(.otherWithID, "Something else was sent with this key; nothing was sent now."))
    #expect(failure.message == "Something else was sent with this --id; nothing was sent now.")
  }
}
