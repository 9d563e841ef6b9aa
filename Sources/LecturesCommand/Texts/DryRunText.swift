import Localization
import Operations
import Primitives
import Terminal

/// The words of a transaction that was simulated and not sent.
enum DryRunText: Phrase {
  /// The outcome, with the action in a few words.
  case succeeds(String)
  case fails(String)
  case fee(String, units: UInt64, price: String)
  /// The fees of the transactions that have to be sent before it.
  case earlierFees(String)
  case service(String)
  case payerPays(String, amount: String)
  case senderPays(String)
  /// The state that it was simulated on, and the name of the rules, nil where nobody here knows them.
  case state(block: UInt64, network: String, chainID: UInt256, rules: String?, areAssumed: Bool)
  case noChange
  case role(Role)

  /// The part of an account in the transaction.
  enum Role: Sendable {
    case sender, feePayer, newContract, receiver
    case miner(block: UInt64)
  }

  var english: StyledText {
    switch self {
    case .succeeds(let title): StyledText("It would succeed", .good) + StyledText(": \(title). Nothing was sent.")
    case .fails(let title): StyledText("It would fail", .bad) + StyledText(": \(title). Nothing was sent.")
    case .fee(let fee, let units, let price): "\(fee) for \(units) units at \(price)"
    case .earlierFees(let fees): "and \(fees) for what is sent before it"
    case .service(let name): "the service \(name)"
    case .payerPays(let payer, let amount): "\(payer) pays \(amount)"
    case .senderPays(let amount): "pays \(amount) of the gas"
    case .state(let block, let network, let chainID, let rules?, let areAssumed):
      "after block \(block) of \(network) (chain \(chainID)), rules of \(rules)\(areAssumed ? ", as far as that block shows" : "")"
    case .state(let block, let network, let chainID, nil, _):
      "after block \(block) of \(network) (chain \(chainID)), whose rules are not known here: the node's own eth_call and eth_estimateGas decided"
    case .noChange: "No balance would change."
    case .role(.sender): "sender"
    case .role(.feePayer): "fee payer"
    case .role(.newContract): "the new contract"
    case .role(.receiver): "receiver"
    case .role(.miner(let block)): "gets the fees (as in block \(block))"
    }
  }

  var korean: StyledText {
    switch self {
    case .succeeds: StyledText("성공할 것으로 보입니다", .good) + ". 아무것도 전송되지 않았습니다."
    case .fails: StyledText("실패할 것으로 보입니다", .bad) + ". 아무것도 전송되지 않았습니다."
    case .fee(let fee, let units, let price): "\(fee) (\(units)단위, 단가 \(price))"
    case .earlierFees(let fees): "먼저 보내는 트랜잭션: \(fees)"
    case .service(let name): "서비스 \(name)"
    case .payerPays(let payer, let amount): "\(payer), \(amount) 대납"
    case .senderPays(let amount): "가스비 중 \(amount) 지불"
    case .state(let block, let network, let chainID, let rules?, let areAssumed):
      "\(network)의 \(block)번 블록 이후(체인 번호 \(chainID)), `\(rules)` 규칙\(areAssumed ? "(블록으로 추정)" : "")"
    case .state(let block, let network, let chainID, nil, _):
      "\(network)의 \(block)번 블록 이후(체인 번호 \(chainID)). 규칙을 알 수 없어 노드의 답을 따랐습니다."
    case .noChange: "바뀌는 잔액이 없습니다."
    case .role(.sender): "보내는 계정"
    case .role(.feePayer): "수수료 대납"
    case .role(.newContract): "새 계약"
    case .role(.receiver): "받는 주소"
    case .role(.miner(let block)): "수수료를 받음(\(block)번 블록과 같이)"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .succeeds: StyledText("Це вдалося б", .good) + ". Нічого не надіслано."
    case .fails: StyledText("Це не вдалося б", .bad) + ". Нічого не надіслано."
    case .fee(let fee, let units, let price): "\(fee) за \(units) одиниць по \(price)"
    case .earlierFees(let fees): "і \(fees) за надіслане перед нею"
    case .service(let name): "служба \(name)"
    case .payerPays(let payer, let amount): "\(payer) сплачує \(amount)"
    case .senderPays(let amount): "сплачує \(amount) за газ"
    case .state(let block, let network, let chainID, let rules?, let areAssumed):
      "після блоку \(block) мережі \(network) (номер \(chainID)), за правилами `\(rules)`\(areAssumed ? ", наскільки видно з блоку" : "")"
    case .state(let block, let network, let chainID, nil, _):
      "після блоку \(block) мережі \(network) (номер \(chainID)); її правила тут невідомі, тож вирішувала відповідь вузла"
    case .noChange: "Жоден баланс не змінився б."
    case .role(.sender): "відправник"
    case .role(.feePayer): "платник комісії"
    case .role(.newContract): "новий контракт"
    case .role(.receiver): "отримувач"
    case .role(.miner(let block)): "отримує комісії (як у блоці \(block))"
    }
  }
}
