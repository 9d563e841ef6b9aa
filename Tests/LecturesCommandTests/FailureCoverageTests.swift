import Alerts
import ChainIndex
import Conformance
import ContractABI
import ContractClient
import Database
import Devnet
import DevnetServer
import Evidence
import Exchange
import FeePayer
import Files
import Foundation
import GasPrices
import HTTPTypes
import Keys
import Keystores
import LectureKit
import Listening
import Localization
import NodeRPC
import Operations
import OrderBook
import Orders
import Outbox
import Primitives
import QRCodes
import Rates
import Relay
import Sending
import Simulation
import StrictJSON
import Terminal
import Testing
import Tokens
import Transactions
import WalletBook

@testable import LecturesCommand
@testable import WebApp

/// Every code that the sources of a library declare, so that none is forgotten by a command or a page.
@Suite("Failures of all libraries") struct FailureCoverageTests {
  private static let domains: [any CommandFailureDomain.Type] = [
    AccountKeyErrors.self, AlertsErrors.self, BlockingWorkErrors.self, ChainIndexErrors.self, ConformanceErrors.self,
    ContractABIErrors.self, ContractErrors.self, DatabaseErrors.self, DelegationErrors.self, DevnetErrors.self,
    DevnetServerErrors.self, EvidenceErrors.self, ExchangeErrors.self, FeePayerErrors.self, GasPricesErrors.self,
    JSONErrors.self, KeysErrors.self, KeystoreErrors.self, LectureErrors.self, LocalizationErrors.self,
    NodeErrors.self, OperationErrors.self, OrderBookErrors.self, OrderErrors.self, OrderJournalErrors.self,
    OutboxErrors.self, PrimitivesErrors.self, PromptErrors.self, QRCodeErrors.self, RLPErrors.self, RatesErrors.self,
    ReadingErrors.self, RelayClientErrors.self, RelayErrors.self, SendingErrors.self, SettingsErrors.self,
    SignInErrors.self, SimulationErrors.self, TokenErrors.self, TransactionErrors.self, WalletBookErrors.self,
    WebErrors.self,
  ]

  /// Domains whose errors reach nobody by themselves, with who puts them in words.
  private static let covered = [
    "EVMErrors": "the devnet and the simulation say what an execution came to",
    "TrieErrors": "the evidence says that a proof is none",
  ]

  /// Domains that are told in English alone, but for single codes, each with the reason.
  private static let inEnglish = [
    "AccountKeyErrors": "only who writes keys of accounts by hand meets them",
    "ContractABIErrors": "only who gives calls or data by hand meets them",
    "ConformanceErrors": "only who develops the EVM meets them",
    "DevnetErrors": "answers of a node's interface, and its operator's",
    "DevnetServerErrors": "the operator's; but for the port, which is told by its reason",
    "FeePayerErrors": "the operator's; but for the port, which is told by its reason",
    "KeysErrors": "only who derives keys or signs by hand meets the others",
    "RLPErrors": "places in bytes that programs write",
    "RelayErrors": "the operator's; but for the port, which is told by its reason",
    "TransactionErrors": "only who gives raw transactions meets them",
  ]

  /// Single codes that are told in English alone.
  private static let codesInEnglish = [
    "LectureErrors.notConfigured": "a mistake in a program that uses the library",
    "LectureErrors.alreadyConfigured": "a mistake in a program that uses the library",
    "OutboxErrors.historyUnchecked": "taken up by the sender, and told to nobody",
    "OutboxErrors.pendingNonceOutdated": "taken up by the sender, and told to nobody",
  ]

  /// Errors with the facts and reasons without which their codes have no words.
  private static let samples: [any Error] =
    RefusalLanguageTests.errors + [WebError(.cannotListen, "ㄱ.", reason: ListenFailure.portInUse.words)]

  /// The statuses of pages by those of the program.
  private static let pageStatuses: [LecturesCommand.ExitStatus: Int] = [
    .usage: 422, .refused: 409, .insufficientFunds: 409, .overLimit: 409, .notConfirmed: 409, .settings: 409,
    .locked: 403, .nodeUnavailable: 503, .wrongChain: 503, .outcomeUnknown: 202, .failure: 500, .interrupted: 500,
  ]

  @Test("belong to a domain that commands know")
  func known() throws {
    let declared = try Self.matches(of: /enum (\w+): ErrorDomain\b/)
    #expect(declared.count > 30)
    #expect(declared == Set(Self.domains.map { "\($0)" }).union(Self.covered.keys))
    let unknown = Set(Self.inEnglish.keys).subtracting(declared)
    #expect(unknown.isEmpty, "\(unknown)")
  }

  @Test("have an exit status, and a page with a status that goes with it")
  func statuses() throws {
    let given = GivenSettings(profile: nil, path: nil, naming: { $0.name })
    let texts = PageTexts(context: try .ofPages(try Settings(given, environment: [:])))
    for domain in Self.domains {
      for told in try Self.codes(of: domain) {
        for error in told.errors {
          let failure = CommandFailure(error)
          #expect(!failure.code.name.isEmpty && failure.code != .other, "\(told.name)")
          let status = try #require(Self.pageStatuses[failure.status], "\(told.name): \(failure.status)")
          for language in Language.allCases {
            let text = texts.failure(error, in: language)
            #expect(text.code == failure.code.name && !text.message.isEmpty, "\(told.name)")
            #expect(text.kind.status.code == (error.isOfAwayServer ? 500 : status), "\(told.name)")
          }
        }
      }
    }
  }

  @Test("have words in Korean and Ukrainian, or a reason why not", arguments: [Language.korean, .ukrainian])
  func words(language: Language) throws {
    var spoken = 0
    for domain in Self.domains {
      for told in try Self.codes(of: domain) {
        let translated = told.errors.map { CommandFailure($0) }.filter { $0.words(in: language) != $0.english }
        spoken += translated.isEmpty ? 0 : 1
        let exception = Self.codesInEnglish[told.name]
        if Self.inEnglish["\(domain)"] == nil {
          #expect(translated.isEmpty == (exception != nil), "\(told.name)")
        } else {
          #expect(exception == nil, "\(told.name) is excepted with its domain")
        }
        // The message and the reason of the bare error are in no language.
        for failure in translated {
          let lines = failure.styledLines(in: language).map(\.plain)
          let foreign = ForeignWords.of(lines.joined(separator: "\n"), besides: ["bob", "HASH", "UAH", "KRW"])
          #expect(foreign == [], "\(told.name): \(lines)")
        }
      }
    }
    #expect(spoken > 300)
  }

  // MARK: Codes

  /// A code with errors that have it: one without any facts, and the samples.
  private struct Told {
    /// The domain and the code.
    let name: String
    let errors: [any Error]
  }

  private static func codes<Domain: CommandFailureDomain>(of domain: Domain.Type) throws -> [Told] {
    let names = try matches(of: try Regex("Self\\(\"(\\w+)\"", as: (Substring, Substring).self), under: "\(domain)")
    #expect(!names.isEmpty, "\(domain)")
    return names.sorted().map { name in
      let code = DomainError<Domain>.Code(name)
      let bare = DomainError<Domain>(code, "ㄱ.")
      return Told(
        name: "\(domain).\(name)",
        errors: [bare] + samples.filter { ($0 as? DomainError<Domain>)?.code.description == name })
    }
  }

  /// The words that a pattern finds in the libraries' sources: in all of them, or where codes of a domain are declared.
  private static func matches(
    of pattern: Regex<(Substring, Substring)>, under domain: String? = nil
  ) throws -> Set<String> {
    Set(
      try texts.get().flatMap { text in
        guard let domain else { return text.matches(of: pattern).map { String($0.1) } }
        return text.components(separatedBy: "\nextension ErrorCode<\(domain)> {").dropFirst().flatMap { part in
          (part.components(separatedBy: "\n}").first ?? "").matches(of: pattern).map { String($0.1) }
        }
      })
  }

  /// The sources of the libraries that declare codes or domains.
  private static let texts = Result<[String], any Error> {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    return try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }.compactMap { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return text.contains("ErrorDomain") || text.contains("extension ErrorCode<") ? text : nil
    }
  }
}
