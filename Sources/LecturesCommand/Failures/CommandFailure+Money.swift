import Localization
import StrictJSON

extension CommandFailure {
  /// Adds whether money can be gone to the failure of a command that sends: where its node was lost, or the outcome is
  /// not known, that is what a person asks first. Of a run that sent something it does not say that nothing was sent.
  func telling(ofMoneyIn sent: SentTransactions) -> CommandFailure {
    // Transactions of an interrupted run that this one rebroadcast are included: they are paid now, too.
    let entries = sent.rebroadcastEntries + sent.entries
    return after(entries).telling(ofMoneyIn: entries)
  }

  /// The failure of a run that goes on: where it sent something before, it says that nothing more was sent.
  func after(_ sent: SentTransactions) -> CommandFailure { after(sent.rebroadcastEntries + sent.entries) }

  private func telling(ofMoneyIn entries: [SentTransactions.Entry]) -> CommandFailure {
    let spent: Spent
    switch status {
    case .nodeUnavailable where entries.isEmpty: spent = .nothing
    case .nodeUnavailable where !entries.contains(where: \.state.isOpen): spent = .all
    case .nodeUnavailable, .outcomeUnknown:
      guard let open = entries.last(where: \.state.isOpen) else { return self }
      spent = .unknown(open.hash)
    default: return self
    }
    var details = details
    details["spent"] = .string(spent.word)
    return adding(spent, details: details)
  }

  private func after(_ entries: [SentTransactions.Entry]) -> CommandFailure {
    guard !entries.isEmpty else { return self }
    return CommandFailure(code, english.afterSending, isContractsReason: isContractsReason, details: details) {
      [self] in words(in: $0).afterSending
    }
  }
}

extension FailureWords {
  /// The words with "nothing more was sent" in the place of "nothing was sent".
  fileprivate var afterSending: FailureWords {
    changed { text in
      Self.ofNothingSent.first { text.contains($0.0) }.map { text.replacing($0.0, with: $0.1) } ?? text
    }
  }

  private static let ofNothingSent = [
    ("othing was sent and nothing is spent", "othing more was sent, and nothing more is spent"),
    ("othing was sent", "othing more was sent"),
    ("아무것도 전송되지 않았고 지출도 없", "더는 아무것도 전송되지 않았고 추가 지출도 없"),
    ("아무것도 전송되지 않았", "더는 아무것도 전송되지 않았"), ("아무것도 보내지 않았", "더는 아무것도 보내지 않았"),
    ("нічого не надіслано", "більше нічого не надіслано"), ("Нічого не надіслано", "Більше нічого не надіслано"),
  ]
}

/// Whether money is gone.
private enum Spent: Phrase {
  case nothing
  case all
  /// The transaction that may still be mined.
  case unknown(String)

  /// For scripts.
  var word: String {
    switch self {
    case .nothing: "no"
    case .all: "yes"
    case .unknown: "unknown"
    }
  }

  var english: String {
    switch self {
    case .nothing: "This run sent nothing, so it spent nothing."
    case .all: "What was sent before is mined, and paid for."
    case .unknown(let hash):
      "Whether money is gone is not known: the transaction \(hash) can be mined at any time."
    }
  }

  var korean: String {
    switch self {
    case .nothing: "이번 실행에서는 아무것도 보내지 않았으므로 지출도 없습니다."
    case .all: "앞서 보낸 것은 채굴되어 지불되었습니다."
    case .unknown(let hash): "돈이 나갔는지 알 수 없습니다. 이 트랜잭션은 언제든 채굴될 수 있습니다: \(hash)"
    }
  }

  var ukrainian: String {
    switch self {
    case .nothing: "Цей запуск нічого не надіслав, тож нічого й не витратив."
    case .all: "Надіслане раніше вже в блоці й оплачене."
    case .unknown(let hash):
      "Невідомо, чи гроші пішли: транзакція \(hash) може потрапити в блок будь-якої миті."
    }
  }
}
