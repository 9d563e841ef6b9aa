import ChainSupport
import Keys
import Keystores
import Localization
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

@Suite(
  "Signatures, QR codes, single transactions, contracts and keys of accounts in Korean and Ukrainian",
  .timeLimit(.minutes(20)))
struct ToolLanguageTests {
  static let languages = EverydayLanguageTests.languages

  @Test("messages and typed data are signed and verified", arguments: languages)
  func signatures(language: Language) async throws {
    let home = await WalletHome.withOwner()
    let listener = LanguageListener(language: language, environment: home.environment)
    let standards: Set = ["EIP", "KIP"]
    await listener.said("wallet watch watched 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB")
    await listener.said("wallet sign 가 --from owner", besides: standards)
    await listener.said("wallet sign 가 --from owner --key 7", ends: .usage, besides: standards)
    for line in ["wallet sign", "wallet sign --file x --hex", "wallet sign --typed x --klaytn"] {
      await listener.said(line, ends: .usage)
    }
    let mixed = WalletHome.student.replacing("70997970C", with: "70997970c")
    home.directory.write(
      """
      {"types": {"Permit": [{"name": "owner", "type": "address"}]}, "primaryType": "Permit",
       "domain": {"chainId": 1}, "message": {"owner": "\(mixed)", "spender": "5"}}
      """, to: "typed.json")
    let typed = await listener.said(
      "wallet sign --from owner --typed \(home.file("typed.json"))", besides: standards.union(["chainId"]))
    #expect(typed.errors.contains("`Permit`") && typed.errors.contains("`message.spender`"), "\(typed.errors)")
    let signature = try #require(try await home.json("wallet sign 가 --from owner")["signature"]?.string)
    let verify = "wallet verify 가 --signature \(signature)"
    await listener.said(verify, besides: standards)
    await listener.said("\(verify) --address owner", besides: standards)
    await listener.said("\(verify) --address watched", ends: .failure)
    await listener.said("wallet verify 나 --signature \(signature)", besides: standards)
  }

  @Test("requests to pay are drawn", arguments: languages)
  func codes(language: Language) async throws {
    let home = await WalletHome.withOwner()
    let listener = LanguageListener(language: language, environment: home.environment)
    let request = "wallet qr owner --amount 1,5 --network kairos"
    let names: Set = ["ethereum", "value", "e"]
    let drawn = await listener.said(request, besides: names)
    #expect(drawn.output.contains(language == .korean ? "1.5 KAIA" : "1,5 KAIA"), "\(drawn.output)")
    await listener.said(request, terminal: 20, besides: names)
    await listener.said("wallet qr owner --output \(home.file("code.png"))")
    await listener.said("wallet qr owner --output code.gif", ends: .usage)
    await listener.said("wallet qr owner --amount 1 --confirmations 0", ends: .usage)
  }

  @Test("a raw transaction is signed, decoded, sent and looked for", arguments: languages)
  func transactions(language: Language) async throws {
    let home = try await MarketHome()
    let listener = LanguageListener(language: language, environment: home.environment)
    let document = """
      {"chainId": \(home.chain.chainID), "nonce": 0, "to": "\(WalletHome.student)", "value": "1500000000000000000",
       "gas": 21000, "maxFeePerGas": "50000000000", "maxPriorityFeePerGas": 1}
      """
    try await PrivateFile.write(Array(document.utf8), to: home.file("tx.json"))
    let sign = "tx sign \(home.file("tx.json")) --from student"
    await listener.said(sign, besides: ["EIP"])
    let raw = try #require(try await home.json(sign)["raw"]?.string)
    await listener.said("tx decode \(raw)", besides: ["EIP"])
    await listener.said("tx send \(raw)", answers: ["네"], besides: ["EIP"])
    await listener.said("tx send \(raw)")
    await listener.said("tx send \(raw) --gas-limit 21000", ends: .usage)
    await listener.said("tx show \(Hash32(UInt256(7)).hex)", ends: .failure)
    await listener.said("tx show 99", ends: .failure)
    await listener.said("tx decode", ends: .usage)
    await listener.said("tx resume")
    await listener.said("tx resume --dry-run")
    await listener.said("tx rebuild")
  }

  @Test("Kaia's own types are decoded, and what their payer has to do is told", arguments: languages)
  func kaiaTransactions(language: Language) async throws {
    let home = await WalletHome.withOwner()
    let listener = LanguageListener(language: language, environment: home.environment)
    for (type, isDelegated) in [("TxTypeValueTransfer", false), ("TxTypeFeeDelegatedValueTransfer", true)] {
      home.directory.write(
        """
        {"type": "\(type)", "chainId": 1001, "nonce": 4, "gasPrice": "50000000000", "gas": 100000,
         "from": "\(WalletHome.owner)", "to": "\(WalletHome.student)", "value": "1500000000000000000"}
        """, to: "tx.json")
      let sign = "tx sign \(home.file("tx.json"))"
      let signed = await listener.said(sign)
      #expect(signed.output.contains("`lectures tx sign-as-fee-payer RAW`") == isDelegated, "\(signed.output)")
      let raw = try #require(try await home.json(sign)["raw"]?.string)
      await listener.said("tx decode \(raw)")
    }
  }

  @Test("a contract is deployed, called and asked for events", arguments: languages)
  func contracts(language: Language) async throws {
    let home = try await MarketHome()
    let listener = LanguageListener(language: language, environment: home.environment)
    await listener.said("contract events PurchasingLecture")
    await listener.said("contract send transferOwnership \(WalletHome.student) --from owner --yes")
    await listener.said("contract send lectureCount --from owner --yes", ends: .usage)
    await listener.said("contract call lectureCount --at ㄱ", ends: .usage)
    await listener.said("contract decode 0x01020304", ends: .failure)
    await listener.said("contract decode 0x01020304 --results", ends: .usage)
    await listener.said("contract events --where a=1", ends: .usage)
    await listener.said("contract deploy LectureMarket --from owner --again --yes")
    await listener.said("contract deploy nothing --from owner --yes", ends: .usage)
  }

  @Test("the key of an account of Kaia is shown and changed", arguments: languages)
  func keys(language: Language) async throws {
    let home = try await MarketHome(kaia: true)
    let listener = LanguageListener(language: language, environment: home.environment)
    await listener.said("account show owner")
    await listener.said("account update --from owner --key legacy --yes", ends: .usage)
    await listener.said("account update --from owner --key 1: --yes", ends: .usage)
    await listener.said("account update --from owner --yes", ends: .usage)
    await listener.said("account update --from student --key new:next --yes", besides: ["next"])
    await listener.said("account show student", besides: ["next"])
  }

  @Test("demos tell their steps", arguments: languages)
  func demos(language: Language) async {
    let environment = ["HOME": "/nonexistent", "LECTURES_TIMEOUT": "600"]
    let listener = LanguageListener(language: language, environment: environment)
    await listener.said("demo tour")
    await listener.said("demo exchange", besides: ["TKA", "TKB", "CAMP", "v"])
  }

  @Test("scripts read English whatever the language is, also of a question that nobody was there to answer")
  func scripts() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --from teacher --yes")
    for line in ["purchase 0 --price 10 --from student", "contract call lectureCount", "tx show 99", "tx resume"] {
      let english = await home.run("\(line) --json")
      for language in Self.languages {
        let other = await home.run("\(line) --json --language \(language.rawValue)")
        #expect(other.output == english.output && other.status == english.status, "\(line)")
      }
    }
  }
}

@Suite("Texts of rare commands in Korean and Ukrainian") struct ToolTextTests {
  private static let (zero, hash) = (Address.zero, Hash32(UInt256(7)))
  private static let label = IntentLabel("deploy LectureMarket")

  private static let submissions: [SubmissionText] = [
    .send, .pay, .payAndSend, .handOver("http://127.0.0.1:1"), .checking, .lookingAtKeys, .pricing, .known,
    .signedForAnyChain, .validOnAnyChain, .otherChain(1, inUse: 2), .doomed("English."), .keysOf(zero, for: zero),
    .mined, .minedAtHigherPrice, .cancelled, .firstMined, .givenUp, .wouldBeGivenUp, .payerHasToSign, .handOn,
  ]
  private static let steps: [Resumption.Step] = [
    .strikeOut, .waitForPrice, .offerAgain, .handOverAgain, .follow, .note,
  ]
  private static let resuming: [ResumingText] =
    steps.map { .step($0) } + [
      .checkingOutbox, .lookingAgain, .takingUp, .takingUpOne(1, of: 2, label), .waiting(label), .pricing(label),
      .goOnWaiting, .missingNonces(first: 1, count: 1), .missingNonces(first: 1, count: 2), .nonce(1, of: zero),
      .filled, .nothingDone,
    ]
  private static let outbox: [OutboxText] = [
    .move, .moving, .moved(1, to: "English"), .nothingFrom("/English"), .keepPlace(command: "lectures tx"),
    .sound("/English"), .rebuild, .reading, .askingOfOpen, .readingEvents, .readingOf(zero), .chainSilent(reason: "ㄱ"),
    .foundLater, .rebuilt(read: 1, found: 2), .unreadable(3), .lost, .lookedUp, .takenUp,
  ]
  private static let raw: [RawTransactionText] = [
    .unprotected, .anyChain, .createsContract, .accounts(1), .code(zero, chain: 1, nonce: 2), .bytes(3),
    .price(most: "ㄱ", tip: "ㄴ"), .tipAboveAll, .senderPays, .feePayerPays, .sharedFee(percent: 30), .keyOf(zero),
    .nobodySigned, .payerNotNamed, .unsigned, .incomplete(sender: true, feePayer: true), .outdatedSignature,
    .foreignBlob(1), .sidecar(blobs: 2),
  ]
  private static let archive: [RelayArchiveText] = [
    .checkingOrder, .checkingOrders, .readingOrders, .wouldBeTaken, .exported(1, to: "/English"), .taken(2),
    .refused(line: 3, "English."), .more(4),
  ]
  private static let contract: [ContractText] = [
    .asking("a()"), .trying("a()"), .done("a()"), .nothingReturned("a()"), .writeResults("a()"), .reverted("English."),
    .events, .readingLogs, .readingBlocks(1, of: 2), .noneSince(1), .newest(2), .noneBetween(1, 2), .tryingDeployment,
    .deployed("English", at: zero), .inUse(network: "English", profile: "English"), .use(zero, block: 1), .former(zero),
    .kept(file: "/English", zero, block: 1), .notKept(reason: "ㄱ"), .stronger(variable: "LECTURES_CONTRACT"),
  ]
  private static let account: [AccountUpdateText] = [
    .noKeystore, .together(2), .lookingAtAccount, .keeping("ㄱ"), .frozen, .nobodySends, .noEthereumWallets,
    .presentKeyEnds, .replacedKeysEnd, .keyIn("ㄱ"), .hasNewKey, .wasChanged, .useFrom("ㄱ"),
  ]

  @Test("have no English word, with names in backticks", arguments: EverydayLanguageTests.languages)
  func texts(language: Language) throws {
    var lines = Self.submissions.map { language[$0] } + Self.resuming.map { language[$0] }
    lines += Self.outbox.map { language[$0] } + Self.raw.map { language[$0] } + Self.archive.map { language[$0] }
    lines += Self.contract.map { language[$0] } + Self.account.map { language[$0] }
    lines += [language[DevnetText.memoryFull(mebibytes: 5)]]
    for line in lines { #expect(ForeignWords.of(line.plain) == [], "\(line.plain)") }
    let key = try PrivateKey(hex: WalletHome.ownerKey).publicKey
    let multisig = WeightedMultisig(threshold: 2, keys: [.init(weight: 1, key: key), .init(weight: 2, key: key)])
    for key: AccountKey in [.none, .legacy, .publicKey(key), .fail, .multisig(multisig), .roles([.legacy, .fail])] {
      for line in AccountKeyText(key).lines(in: language) { #expect(ForeignWords.of(line) == [], "\(line)") }
    }
    #expect(ForeignWords.of(language[RoleText(nil)]) == [])
  }

  private static let transactions: [TransactionRefusal] = [
    .notHex, .copyNotHex, .unsigned,
    .senderMissing, .payerMissing, .complete, .otherChain("5", network: "kairos", inUse: "campus", chain: "1"),
    .otherChain("5", network: nil, inUse: "campus", chain: "1"), .noHashOrNumber, .unknownIntent("English"),
    .unknownHash(hash, network: "kairos"), .nothingSigned,
    .unseen(hash, number: 1, since: 1_700_000_000, StateWord(.broadcast), advice: .takeUp(1)),
    .intentOfOtherChain(1, chain: "5", network: "kairos", own: "5"), .failed(isVouched: false, reason: nil, hash: hash),
    .tooLate, .stillOpen(1, of: 2, CommandFailure(.usage, TransactionRefusal.tooLate)), .noOutboxFile, .noOutboxPlace,
    .noServer,
  ]
  private static let advice: [TransactionAdvice] = [
    .lowerFees, .lessGas, .sendEarlier, .forceSends, .otherPayer, .giveUp(1), .takeUp(1), .offerMore(1), .giveAgain(1),
    .list,
  ]
  private static let contracts: [ContractRefusal] = [
    .noBlock("English"), .readOnly("a", signature: "a()"), .notPayable("a", file: "/English"), .dataNotHex,
    .unknownData(nil), .unknownData("0x01"), .noBlocks(from: 2, to: 1), .firstBlockMissing(network: "kairos"),
    .noCondition("English", event: "English", indexed: ["a", "b"]),
    .noCondition("English", event: "English", indexed: []),
    .notLinked("English", libraries: ["A", "B"]), .noCode("English"), .codeNotHex("/English"),
    .codeNotLinked("/English"),
    .unknownContract(
      "English", nearest: "LectureMarket", builtIn: "LectureMarket",
      cause: CommandFailure(.usage, TransactionRefusal.noServer)),
  ]
  private static let accounts: [AccountUpdateRefusal] = [
    .sameKey, .locksOut(zero, RoleText(.feePayer), isFail: true),
    .locksOut(zero, RoleText(.accountUpdate), isFail: false),
    .severalKeys("ㄱ", 2), .dryRun, .noSuchKey, .noPublicKey("0x01"), .noKey("English"), .noAddressOfPayer("ㄱ"),
  ]
  private static let signatures: [SigningRefusal] = [
    .unknownKey("English", of: "ㄱ", keys: "1"), .severalKeys("ㄱ", 2, keys: "1"),
    .otherSigner(expected: "ㄱ", signer: "ㄴ"), .unreadableSignature, .messageNotHex,
  ]

  @Test("of refusals, too", arguments: EverydayLanguageTests.languages)
  func refusals(language: Language) {
    var failures = Self.transactions.map { CommandFailure(.usage, $0) }
    failures += Self.contracts.map { CommandFailure(.usage, $0) } + Self.accounts.map { CommandFailure(.usage, $0) }
    failures += Self.signatures.map { CommandFailure(.usage, $0) }
    failures += [RelayOrderRefusal.order("English."), .orders(1, of: 2)].map { CommandFailure(.usage, $0) }
    failures += Self.advice.map { CommandFailure(.usage, TransactionRefusal.tooLate).advising($0) }
    failures.append(CommandFailure(.usage, TransactionRefusal.unsigned).advisingAlso(TransactionAdvice.list))
    for failure in failures {
      let words = failure.lines(in: language).joined(separator: "\n")
      #expect(words != failure.description && ForeignWords.of(words, besides: ["JSON"]) == [], "\(words)")
    }
  }
}
