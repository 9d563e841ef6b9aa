import Alerts
import ContractClient
import Database
import Exchange
import Keys
import Keystores
import LectureKit
import Localization
import NodeRPC
import Operations
import OrderBook
import Orders
import Outbox
import Primitives
import Rates
import Sending
import StrictJSON
import Terminal
import Testing
import Tokens
import WebApp

@testable import LecturesCommand

@Suite("Refusals in Korean and Ukrainian") struct RefusalLanguageTests {
  private static let hash = Hash32(UInt256(7))
  private static let address = Address.zero

  /// Of every code that the everyday commands can meet one, and one of all facts that change its words.
  static let errors: [any Error] =
    lectures + sending + outbox + keystores + settings + rates + exchange + others
    + readings

  private static let lectures: [any Error] = {
    let codes: [LectureError.Code] = [
      .missingSetting, .unknownContract, .notSupported, .unknownLecture, .closed, .stillOpen, .priceChanged,
      .runChanged, .unknownRun,
      .notShown, .priceUnknown, .invalidPrice, .invalidTitle, .invalidScores, .notStudent, .boughtAlready,
      .ratedAlready, .ownLecture, .otherRunBought, .paidBack,
      .notTeacher, .notOwner, .refused, .invalidLinkRequest,
    ]
    let facts: [(LectureError.Code, LectureError.Facts)] = [
      (.closed, .refusal(.settled)), (.unknownRun, .runs(last: 0)), (.unknownRun, .runs(last: 3)),
      (.priceUnknown, .logs(from: 0)), (.priceUnknown, .logs(from: 9)),
      (.boughtAlready, .refusal(.bought)), (.refused, .refusal(.wrongPayment)), (.paidBack, .refusal(.reclaimed)),
      (.paidBack, .paidBack(run: 1, block: 7, others: [0])), (.paidBack, .paidBack(run: 1, block: nil, others: [])),
      (.otherRunBought, .bought(.init(paid: [0, 2], paidBack: [1]))),
      (.notStudent, .bought(.init(paid: [], paidBack: []))),
      (.notStudent, .bought(.init(wanted: 0, paid: [], paidBack: []))),
      (.refused, .refusal(.reclaimedTooEarly)), (.refused, .refusal(.noMoreRuns)), (.refused, .noReason),
      (.invalidScores, .scoreCount(3)), (.invalidScores, .score(101, question: 4)),
      (.invalidTitle, .blankTitle), (.invalidScores, .score(101, question: 99)), (.unknownContract, .contract(address)),
      (.linkRefused, .link(.notBought)), (.siteFailed, .site("https://lectures.example")),
    ]
    return codes.map { LectureError($0, "English.") } + facts.map { LectureError($0, "English.", facts: $1) }
  }()

  private static let sending: [any Error] = {
    let codes: [SendingError.Code] = [
      .wrongChain, .notEnoughForValue, .notEnoughForGas, .refused, .underpriced, .nonceUsed, .nonceHeld,
      .outcomeUnknown, .notConfirmed, .replaced, .reverted, .feePayerCannotPay, .noFeeDelegation, .serviceRefused,
      .serviceBusy, .cancelled, .priceNotMet, .noQuorum, .notProven, .sameOnChain, .notNamed, .underWay,
    ]
    let facts: [(SendingError.Code, SendingError.Facts)] = [
      (.sameOnChain, .sameOnChain(nonce: 4, isNameable: false)),
      (.notEnoughForValue, .shortage(needed: .klay(10), held: .klay(1), .klay)),
      (.notEnoughForGas, .shortage(needed: .klay(10), held: .klay(1), .klay)), (.notEnoughForGas, .absurdFee(.klay(9))),
      (.feeAboveLimit, .spending(.klay(2), limit: .klay(1), .klay)),
      (.historyUnknown, .unknownNonces(of: address, first: 1, last: 2)), (.notProven, .intent(1)),
      (.notProven, .nonceUseNotShown(intent: 1)), (.underWay, .intent(1)), (.underWay, .nonceReassigned(intent: 1)),
      (.underWay, .blocked(by: 1)),
      (.underWay, .waitingElsewhere(intent: 1)), (.refused, .refusedAsItIs(intent: 1, isCancellation: false)),
      (.serviceRefused, .handedOver(intent: 1, request: "order-7")),
      (.outcomeUnknown, .service("https://pay.example", request: "order-7")),
      (.outcomeUnknown, .handedOver(intent: 1)), (.outcomeUnknown, .nonceReassigned(intent: 1)),
      (.notConfirmed, .blocked(by: 1)),
      (.notConfirmed, .contradiction(between: ["http://127.0.0.1:1", "http://127.0.0.1:2"], intent: 1)),
      (.notConfirmed, .nonceGap(of: address, first: 1, last: 2, intent: 1)),
      (.refused, .nonceGap(of: address, first: 1, last: 2, intent: nil)),
      (.wrongChain, .endpoint("http://127.0.0.1:1")),
      (.keyNotHeld, .account(address)),
    ]
    return codes.map { SendingError($0, "English.", about: hash) }
      + facts.map { SendingError($0, "English.", about: hash, facts: $1) }
  }()

  private static let outbox: [any Error] = {
    let facts: [(OutboxError.Code, OutboxError.Facts?)] = [
      (.otherWithID, .earlier(intent: 1, .final)), (.sameElsewhere, .earlier(intent: 1, .final)),
      (.sameFamily, .earlier(intent: 1, .final)), (.waitsNoMore, .intent(1)),
      (.limitExceeded, .spending(.klay(2), limit: .klay(1), .perDay, .klay)), (.unknownChain, nil),
      (.signedForForkedChain, nil),
      (.absurdCount, nil), (.nonceUsed, .usedNonce(1, next: 3)), (.busy, nil), (.failed, .file(path: "/a/b", .failed)),
      (.failed, .file(path: "/a/b", .notWritable)), (.moved, .file(path: "/a/b", .server)),
      (.damaged, .file(path: "/a/b", .damaged)),
      (.damaged, .file(path: "/a/b", .missing(marks: []))), (.damaged, .file(path: "/a/b", .foreign)), (.exposed, nil),
      (.newer, nil),
    ]
    return facts.map { OutboxError($0, "English.", facts: $1) }
      + IntentState.allCases.map { OutboxError(.sameJustSent, "English.", facts: .earlier(intent: 1, $0)) }
  }()

  private static let keystores: [any Error] = {
    let codes: [KeystoreError.Code] = [
      .wrongPassword, .damaged, .notKeystore, .addressMismatch, .unsupported, .parametersRefused, .tooLarge, .notFound,
      .ambiguous, .invalidName, .changed, .busy, .exposed, .unreadable, .io, .cryptography,
    ]
    return codes.map { KeystoreError($0, "English.") } + [
      KeystoreError(.notFound, "English.", facts: .unknownName("ㄱ", nearest: nil, among: [])),
      KeystoreError(.notFound, "English.", facts: .unknownName("ㄱ", nearest: nil, among: ["ㄴ"])),
      KeystoreError(.notFound, "English.", facts: .unknownName("ㄱ", nearest: "bob", among: ["bob"])),
      KeystoreError(.exposed, "English.", advice: "chmod 600 /a/b"),
      KeystoreError(
        .parametersRefused, "English.",
        facts: .beyondLimit(parameters: "scrypt (n = 4, r = 8, p = 1)", limit: "n · r · p ≤ 16")),
    ]
  }()

  private static let settings: [any Error] = {
    let facts: [(SettingsError.Code, SettingsErrors.Facts?)] = [
      (.noContract, nil), (.wrongChain, .chains(expected: 1, told: 2, known: nil)),
      (.wrongChain, .chains(expected: nil, told: 8217, known: "Kaia")), (.unknownNetwork, .network("ㄱ")),
      (.unknownProfile, .profile("ㄱ", isNamedThere: false)), (.noEndpoint, nil), (.otherChainID, nil),
      (.noChainID, nil),
      (.misused, .setting(.timeout)), (.unusable, .setting(.timeout)), (.unreadable, nil),
      (.exposed, .permissions("chmod go-w /a/b")), (.exposed, .permissions("Copy it.")), (.wrongFile, nil),
      (.noPlace, nil), (.noKeystores, nil),
    ]
    return facts.map { SettingsError($0, "English.", about: nil, facts: $1) }
  }()

  private static let rates: [any Error] = {
    let (pair, other) = (CurrencyPair(.usd, .uah), CurrencyPair(.usd, .krw))
    let gaps: [RateGap] = [
      .legs([]), .legs([pair, other]), .crossed(pair, source: "nbu"), .apart(pair, other, hours: 99),
      .noCommonSide(pair, other), .noBuyer(source: "nbu"), .noSeller(source: "nbu"),
      .tooLong("English."),
    ]
    let asked: [RatesErrors.Facts] =
      [
        .noPair("ㄱ"), .sameCurrency(.usd), .amount, .newsItem(3, of: 0), .newsItem(3, of: 2), .mirror,
        .manualRate("ㄱ"),
      ] + gaps.map { .noRate(pair, $0) }
      + RatesErrors.Named.allCases.flatMap { named in
        [.unknown(named, "ㄱ", nearest: nil), .unknown(named, "ㄱ", nearest: "ㄴ")]
      }
    let codes: [RatesError.Code] = [
      .tooSoon, .unreachable, .badAnswer, .suspect, .contradictory, .limited, .noData, .badKey, .noReader,
    ]
    let facts: [(RatesError.Code, RatesErrors.Facts)] = [
      (.tooSoon, .askableAt(0)), (.unreachable, .status(503)), (.badKey, .key(ofSource: "nbu")),
      (.unknownCurrency, .unknown(.currency, "ㄱ", nearest: nil)), (.badRate, .manualRate("ㄱ")),
      (.unreachable, .problems([RatesError(.limited, "English.").about("nbu", title: "English")])),
    ]
    let ofSources = codes.map { RatesError($0, "English.") } + facts.map { RatesError($0, "English.", facts: $1) }
    let alerts: [(AlertsError.Code, AlertsErrors.Facts)] = [
      (.invalidAlert, .threshold), (.invalidAlert, .bounds), (.invalidAlert, .noChannel),
      (.invalidAlert, .secret(path: "/a/b")), (.unknownAlert, .alert(1)), (.watchedAlready, .watcher(process: nil)),
      (.watchedAlready, .watcher(process: 7)), (.bookFailed, .lock(path: "/a/b")),
    ]
    return asked.map { RatesError(.invalidRequest, "English.", facts: $0) } + ofSources
      + ofSources.map { $0.about("nbu", title: "English") }
      + RatesErrors.StoreProblem.allCases.map { RatesError(.bookFailed, "English.", facts: .file("/a/b", $0)) }
      + alerts.map { AlertsError($0, "English.", about: RateSubject.topic, facts: $1) }
      + [AlertRefusal.noDesktop, .ratesUnwatched, .gasUnwatched("ㄱ")].map { CommandFailure(.usage, $0) }
      + [CommandFailure(.settings, DaemonRefusal.secretInUnit(option: "--endpoint", setting: "endpoint"))]
      + ValueRefusal.Kind.allCases.map {
        CommandFailure(.usage, ValueRefusal("ㄱ", of: "--for", isNo: $0))
      }
      + [CommandFailure(.usage, CommandRefusal.otherEncoding(argument: "ㄱ"))]
  }()

  private static let exchange: [any Error] = {
    let exchange: [ExchangeError.Code] = [
      .orderGone, .expired, .notTaker, .rounding, .makerUnfunded, .notFilled, .partlyFilled, .feeOnTransfer, .balance,
      .allowance, .wrongContract, .noContract, .priceMoved, .slippage, .takerFee, .gasTooDear, .invalidDeal,
      .unsupportedToken,
    ]
    let tokens: [TokenError.Code] = [
      .unknownToken, .ambiguousToken, .invalidPair, .tooManyDigits, .invalidAmount, .malformedList, .listTooLarge,
      .unreadableList, .notAToken, .notARegistry, .decimalsChanged, .chainMoved, .unknownBlock,
    ]
    let orders: [OrderError.Code] = [
      .malformedJSON, .missingMember, .unknownMember, .invalidMember, .outOfRange, .zeroAmount, .noMaker, .sameToken,
      .feeWithoutRecipient, .overflow, .invalidSignature, .unsupportedSignature, .highS, .wrongSigner, .wrongChain,
      .wrongExchange, .expired, .exhausted, .roundingError, .cancelled,
    ]
    let books: [OrderBookError.Code] = [
      .anotherChain, .otherExchanges, .unknownExchange, .nodeFailed, .badAnswer, .chainMoved, .notReady, .storeFailed,
      .closed,
    ]
    let journals: [OrderJournalError.Code] = [
      .fileFailed, .duplicate, .wrongStep, .wrongSignature, .orderFile,
    ]
    let relays: [RelayClientError.Code] = [
      .invalidAddress, .unreachable, .busy, .refused, .lied, .tooLarge, .malformed, .wrongProtocol, .cancelled,
    ]
    return exchange.map { ExchangeError($0, "English.") } + tokens.map { TokenError($0, "English.", about: "ㄱ") }
      + [TokenError(.tooManyDigits, "English.", about: "ㄱ", facts: .digits(given: 7, decimals: 6))]
      + orders.map { OrderError($0, "English.") } + [OrderError(.invalidMember, "English.", about: "ecSignature.v")]
      + books.map { OrderBookError($0, "English.") } + journals.map { OrderJournalError($0, "English.") }
      + [OrderJournalError(.fileFailed, "English.", facts: .file("/a/b", .full))]
      + relays.map { RelayClientError($0, "English.", about: "http://127.0.0.1:1") }
      + [CommandFailure(.usage, TradeRefusal.since("ㄱ")), CommandFailure(.usage, PairRefusal.salt("ㄱ"))]
  }()

  private static let others: [any Error] = {
    let operations: [OperationError.Code] = [
      .noAccount, .severalAccounts, .noKey, .ambiguousName, .nothingToName, .notEnoughTokens, .unknownIntent,
    ]
    let signIns: [SignInError.Code] = [
      .publicURL, .notSignature, .tooLong, .highS, .wrongSignature, .keyChanged, .severalKeysNeeded, .noKey,
      .contractRefused,
    ]
    return operations.map { OperationError($0, "English.") } + signIns.map { SignInError($0, "English.") }
      + delegations + [
        OperationError(.receiver, "English.", facts: .risk(.zeroAddress)),
        OperationError(.receiver, "English.", facts: .risk(.looksLikeReceiver(address, address))),
        ContractError(.reverted, "English."), ContractError(.failedOnChain, "English.", about: .mined(hash, nil)),
        ContractError(.failedOnChain, "English.", about: .mined(hash, nil), facts: .oneNodesWord),
        ContractError.noContract(at: address), ContractError(.unexpectedAnswer, "English."),
        ContractError(.logsUnavailable, "English."), PromptError(.echoStays, "English."),
        PromptError(.noTerminal, "English."), PromptError(.tooLong, "English."),
        PrimitivesError(.checksumMismatch, "English."), PrimitivesError(.badDigit, "English."), CancellationError(),
        LocalizationError(.malformedNumber, "English."), LocalizationError(.ambiguousNumber, "English."),
      ]
  }()

  private static let delegations: [any Error] = {
    let codes: [DelegationError.Code] = [
      .malformed, .tooLong, .otherType, .otherCall, .otherFeePayer, .paidAlready, .notSigned, .signedOtherwise,
      .priceTooHigh, .priceTooLow, .nonceUsed, .nonceAhead, .wrongSignature, .notPaidFor, .nothingBought, .budgetSpent,
      .refused, .unreachable, .outcomeUnknown, .bookFailed,
    ]
    let facts: [(DelegationError.Code, DelegationErrors.Facts)] = [
      (.otherChain, .numbers(proposed: 1, signed: 2)), (.moreGas, .numbers(proposed: 1, signed: 2)),
      (.otherSender, .addresses(proposed: address, signed: address)),
      (.otherReceiver, .addresses(proposed: address, signed: address)),
      (.otherAmount, .amounts(proposed: .kaia(1), signed: .kaia(2), .kaia)),
      (.otherShare, .shares(proposed: 1, signed: 2)),
      (.notCovered, .shortage(needed: .kaia(2), held: .kaia(1), .kaia)),
      (.busy, .busy("English.", seconds: 7)), (.budgetSpent, .budget(.sender)),
    ]
    return codes.map { DelegationError($0, "English.") } + facts.map { DelegationError($0, "English.", facts: $1) }
  }()

  private static let readings: [any Error] = {
    let endpoints = ["http://127.0.0.1:1", "http://127.0.0.1:2"].compactMap { try? Endpoint($0) }
    func facts(_ one: JSON, _ other: JSON) -> [DisputedFact] {
      DisputedFact.among(
        zip([one, other], endpoints).map { EndpointAnswer($0, by: [$1]) }, agreed: nil, coin: "KLAY")
    }
    let disputed: [[DisputedFact]] = [
      facts(["price": 10, "open": true], ["price": 20, "open": false]),
      facts(.object(["students": 1]), .object(["error": "ㄱ"])), [],
    ]
    return disputed.flatMap { facts in
      [[], ["127.0.0.1:3"]].map { ReadingError(.disputed, "English.", facts: .disputed(facts, silent: $0)) }
    }
  }()

  @Test("are told without an English word", arguments: [Language.korean, .ukrainian])
  func told(language: Language) {
    for error in Self.errors {
      let failure = CommandFailure(error)
      let lines = failure.styledLines(in: language).map(\.plain)
      let words = ForeignWords.of(lines.joined(separator: "\n"), besides: ["bob", "UAH", "KRW"])
      #expect(words == [], "\(failure.code.name): \(lines)")
    }
  }

  @Test("name the version of tables that a later program wrote", arguments: Language.allCases)
  func laterTables(language: Language) {
    let database = DatabaseError(.newer, "It is of a later version.", reason: "Its tables have version 99.", facts: 99)
    let outbox = OutboxError(.newer, "It is of a later version.", reason: database.reason, cause: database)
    for error in [database, outbox] as [any Error] {
      let lines = CommandFailure(error).styledLines(in: language).map(\.plain)
      #expect(lines.contains { $0.contains("99") }, "\(lines)")
      #expect(language == .english || ForeignWords.of(lines.joined(separator: "\n"), besides: []) == [])
    }
  }

  @Test("name no command on a page", arguments: Language.allCases)
  func pages(language: Language) {
    for error in Self.errors {
      let (failure, words) = (CommandFailure(error), CommandFailure(error).words(in: language))
      for kind in [FailureText.Kind.refused, .other] {
        let text = FailureText(
          code: failure.code.name, message: words.message, reason: words.reason, call: words.call,
          advice: words.advice, kind: kind)
        let advice = PageAdvice.words(after: text, in: language) ?? ""
        #expect(!advice.contains("`lectures") && !advice.contains("--"), "\(failure.code.name): \(advice)")
      }
    }
  }

  @Test("leave the English of scripts as it is")
  func english() {
    for error in Self.errors {
      let failure = CommandFailure(error)
      #expect(failure.words(in: .english) == failure.english)
      #expect(failure.json.object?["message"]?.string == failure.english.message)
    }
  }

  @Test("are told in English where nobody has translated them")
  func unknown() {
    let failure = CommandFailure(LectureError(.init("brandNew"), "It is new.", reason: "It was not there before."))
    for language in Language.allCases {
      #expect(failure.words(in: language) == FailureWords("It is new.", reason: "It was not there before."))
    }
  }

  @Test("have amounts with the signs of the language")
  func amounts() {
    let needed = Amount(wei: 1_500_000_000_000_000_000)
    let error = SendingError(.notEnoughForValue, "English.", facts: .shortage(needed: needed, held: .zero, .klay))
    #expect(CommandFailure(error).words(in: .ukrainian).message.contains("1,5 KLAY"))
    #expect(CommandFailure(error).words(in: .korean).message.contains("1.5 KLAY"))
  }

  @Test("of too little money tell what is missing, to the last digit", arguments: [Language.korean, .ukrainian])
  func missingMoney(language: Language) {
    let facts = SendingErrors.Facts.shortage(
      needed: .klay(10), held: Amount(wei: Amount.klay(10).wei - 1), .klay)
    for code in [SendingError.Code.notEnoughForValue, .notEnoughForGas] {
      let message = CommandFailure(SendingError(code, "English.", facts: facts)).words(in: language).message
      for amount in ["0.000000000000000001 KLAY", "10 KLAY", "9.999999999999999999 KLAY"] {
        #expect(message.contains(language.decimal(amount)), "\(message)")
      }
    }
  }

  @Test("An amount is typed with a comma or a point, and not guessed")
  func typedAmounts() throws {
    let network = try #require(Network.builtIn.first { $0.name == "kaia" })
    for text in ["1.5", "1,5", "1,5 KAIA", " 1,5 "] {
      #expect(try network.amount(text, of: "--amount").wei == 1_500_000_000_000_000_000, "\(text)")
    }
    #expect(try network.amount("1,234.5", of: "--amount") == network.amount("1234.5", of: "--amount"))
    for text in ["1,500", "1,5,0", ",5", "1,5 ETH"] {
      #expect(throws: CommandFailure(.usage, "")) { try network.amount(text, of: "--amount") }
    }
  }

  @Test("stand under the message of what they led to, each in the language")
  func causes() {
    let failure = CommandFailure(
      .usage, CommandRefusal.noAddress(option: "--to"), because: PrimitivesError(.badDigit, "x"))
    #expect(failure.words(in: .ukrainian).message == "Адреса в `--to` неправильна.")
    #expect(failure.words(in: .ukrainian).reason?.contains("Значення не вдалося прочитати.") == true)
    #expect(failure.message == "The address of --to is none.")
  }
}
