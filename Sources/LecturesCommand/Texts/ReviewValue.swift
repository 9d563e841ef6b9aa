import Localization
import Operations
import Primitives
import Terminal

/// The values of a review's fields.
enum ReviewValue: Phrase {
  case contractAddress(StyledText)
  case bytes(Int)
  case network(name: String, chainID: UInt256)
  case transactions(Int, gas: String)
  case service(String)
  case paidByOther
  /// The payer of a part of the fee, the most that it pays, and its per cent.
  case feePayer(StyledText, part: String, percent: UInt8?)

  var english: StyledText {
    switch self {
    case .contractAddress(let address): address + StyledText(" (a contract)", .warning)
    case .bytes(let count): "\(count) bytes"
    case .network(let name, let chainID): "\(name) (chain \(chainID))"
    case .transactions(let count, let gas): "\(count) transactions, \(gas) of gas at most"
    case .service(let address): "the service \(address)"
    case .paidByOther: "nothing: another pays it"
    case .feePayer(let payer, let part, let percent):
      payer + StyledText(" pays \(part) at most\(percent.map { ", \($0) per cent of the fee" } ?? "")")
    }
  }

  var korean: StyledText {
    switch self {
    case .contractAddress(let address): address + StyledText(" (계약)", .warning)
    case .bytes(let count): "\(count)바이트"
    case .network(let name, let chainID): "\(name) (체인 번호 \(chainID))"
    case .transactions(let count, let gas): "트랜잭션 \(count)개, 가스비 최대 \(gas)"
    case .service(let address): "서비스 \(address)"
    case .paidByOther: "없음: 다른 계정이 냅니다"
    case .feePayer(let payer, let part, let percent):
      payer + StyledText(", 최대 \(part) 대납\(percent.map { "(수수료의 \($0)%)" } ?? "")")
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .contractAddress(let address): address + StyledText(" (контракт)", .warning)
    case .bytes(let count): "\(count) \(Plural.ukrainian(count, "байт", "байти", "байтів"))"
    case .network(let name, let chainID): "\(name) (номер мережі \(chainID))"
    case .transactions(let count, let gas):
      "\(count) \(Plural.ukrainian(count, "транзакція", "транзакції", "транзакцій")), газ щонайбільше \(gas)"
    case .service(let address): "служба \(address)"
    case .paidByOther: "нічого: платить інший"
    case .feePayer(let payer, let part, let percent):
      payer + StyledText(" сплачує щонайбільше \(part)\(percent.map { ", \($0) % комісії" } ?? "")")
    }
  }
}
