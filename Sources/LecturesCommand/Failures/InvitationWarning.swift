import Localization
import Operations
import Primitives

/// A reason why an invitation's contract may not be the lecture contract that it is said to be.
enum InvitationWarning: Phrase {
  /// No node could be asked, or it is another chain's.
  case noAnswer(CommandFailure)
  case noContract
  case otherProgram(Hash32)
  /// Code with a lecture contract's functions that is not the code that is known.
  case unknownCode(Hash32)

  /// Asks the invited nodes.
  ///
  /// - Returns: Nil for the code that this program knows.
  /// - Throws: `CancellationError`.
  static func about(_ invitation: Invitation, by settings: Settings) async throws -> InvitationWarning? {
    do {
      guard let contract = try await InvitedContract.read(invitation, by: settings) else { return .noContract }
      if contract.isKnownCode { return nil }
      return contract.generation == nil ? .otherProgram(contract.codeHash) : .unknownCode(contract.codeHash)
    } catch let error as CancellationError {
      throw error
    } catch {
      return .noAnswer(CommandFailure(error))
    }
  }

  var english: String {
    switch self {
    case .noAnswer(let failure):
      "No node says what is at the contract's address: \(failure.words(in: .english).sentences)"
    case .noContract: "No contract is at the invitation's address."
    case .otherProgram(let hash):
      "The contract at the invitation's address is not a lecture contract (hash of its code: \(hash))."
    case .unknownCode(let hash):
      "The code at the invitation's address is not known to this program, and may keep what is paid to it (its hash: \(hash))."
    }
  }

  var korean: String {
    switch self {
    case .noAnswer(let failure):
      "계약 주소에 무엇이 있는지 알려 주는 노드가 없습니다: \(failure.words(in: .korean).sentences)"
    case .noContract: "초대에 적힌 주소에는 계약이 없습니다."
    case .otherProgram(let hash): "초대에 적힌 주소의 계약은 강의 계약이 아닙니다(코드 해시: \(hash))."
    case .unknownCode(let hash):
      "초대에 적힌 주소의 코드는 이 프로그램이 모르는 것이며 낸 돈을 돌려주지 않을 수도 있습니다(코드 해시: \(hash))."
    }
  }

  var ukrainian: String {
    switch self {
    case .noAnswer(let failure):
      "Жоден вузол не каже, що є за адресою контракту: \(failure.words(in: .ukrainian).sentences)"
    case .noContract: "За адресою із запрошення немає контракту."
    case .otherProgram(let hash): "За адресою із запрошення — не контракт лекцій (хеш коду: \(hash))."
    case .unknownCode(let hash):
      "Код за адресою із запрошення цій програмі невідомий і може не віддати сплаченого (хеш коду: \(hash))."
    }
  }
}

/// The refusal of a doubtful invitation, to which `--yes` does not agree.
struct InvitationRefusal: Phrase {
  private let network: String
  private let warning: InvitationWarning

  init(_ invitation: Invitation, _ warning: InvitationWarning) {
    network = invitation.network
    self.warning = warning
  }

  var english: FailureWords {
    FailureWords(
      "The invitation to \(network) was not taken; nothing was changed.",
      reason: "\(CommandFailure.sentence(warning.english)) --yes does not agree to that.",
      advice: "Compare the address with whoever invites you; if it is meant, run the command without --yes and type it."
    )
  }

  var korean: FailureWords {
    FailureWords(
      "초대를 받아들이지 않았고 바뀐 것은 없습니다: \(network)",
      reason: "\(CommandFailure.sentence(warning.korean)) `--yes`는 이에 동의하지 않습니다.",
      advice: "초대한 사람과 주소를 대조하고, 맞으면 `--yes` 없이 실행하여 주소를 입력하십시오.")
  }

  var ukrainian: FailureWords {
    FailureWords(
      "Запрошення до мережі \(network) не прийнято; нічого не змінено.",
      reason: "\(CommandFailure.sentence(warning.ukrainian)) `--yes` на таке не погоджується.",
      advice: "Звірте адресу з тим, хто запрошує; якщо вона правильна, запустіть команду без `--yes` і введіть її.")
  }
}
