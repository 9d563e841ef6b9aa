import Localization
import Outbox

/// The advice for transactions that are refused or left open.
enum TransactionAdvice: Phrase {
  case lowerFees, lessGas, sendEarlier, forceSends
  case otherPayer
  case giveUp(Int64)
  case takeUp(Int64)
  /// More gas for an intent that nodes do not accept.
  case offerMore(Int64)
  /// Bytes that are given once more to the service that was to hand them in.
  case giveAgain(Int64)
  case list

  /// The advice for an intent that nodes do not accept.
  init(waysOutFor intent: Intent) {
    self = intent.lastAttempt?.isHandedOver == true ? .giveAgain(intent.id) : .offerMore(intent.id)
  }

  var english: String {
    switch self {
    case .lowerFees: "Sign it anew with lower fees, or allow more with --max-total-fee."
    case .lessGas: "Have it signed anew with less gas, or allow more with --max-total-fee."
    case .sendEarlier: "Send what comes before it first, or add --force to leave it waiting at the node."
    case .forceSends: "--force sends it all the same, and its gas is spent."
    case .otherPayer:
      "Another was to pay for the first: say who pays for this one with --fee-payer or --fee-service, or fund the account."
    case .giveUp(let id): "Give this one up: lectures tx cancel \(id)"
    case .takeUp(let id): "Take it up: lectures tx resume \(id)"
    case .offerMore(let id): "Offer more: lectures tx speed-up \(id); or give it up: lectures tx cancel \(id)"
    case .giveAgain(let id):
      "Give it to a service again: lectures tx resume \(id) --fee-service URL; or have nothing mined in its place: lectures tx cancel \(id)"
    case .list: "Look: lectures tx list"
    }
  }

  var korean: String {
    switch self {
    case .lowerFees: "더 낮은 수수료로 다시 서명하거나 `--max-total-fee`로 더 허용하십시오."
    case .lessGas: "더 적은 가스로 다시 서명받거나 `--max-total-fee`로 더 허용하십시오."
    case .sendEarlier: "앞선 것을 먼저 보내거나, `--force`를 더해 노드에서 기다리게 하십시오."
    case .forceSends: "`--force`를 더하면 그래도 보내며, 가스는 쓰입니다."
    case .otherPayer:
      "처음 것은 다른 쪽이 내기로 되어 있었습니다. 이번 것을 낼 쪽을 `--fee-payer` 또는 `--fee-service`로 지정하거나 계정에 돈을 넣으십시오."
    case .giveUp(let id): "이것을 포기하려면: `lectures tx cancel \(id)`"
    case .takeUp(let id): "이어 가려면: `lectures tx resume \(id)`"
    case .offerMore(let id): "가격을 올리려면 `lectures tx speed-up \(id)`, 포기하려면 `lectures tx cancel \(id)`"
    case .giveAgain(let id):
      "서비스에 다시 맡기려면 `lectures tx resume \(id) --fee-service URL`, 포기하려면 `lectures tx cancel \(id)`"
    case .list: "목록: `lectures tx list`"
    }
  }

  var ukrainian: String {
    switch self {
    case .lowerFees: "Підпишіть її наново з меншою комісією або дозвольте більше через `--max-total-fee`."
    case .lessGas: "Хай її підпишуть наново з меншим газом, або дозвольте більше через `--max-total-fee`."
    case .sendEarlier: "Спершу надішліть те, що перед нею, або додайте `--force`, і вона чекатиме у вузлі."
    case .forceSends: "З `--force` її все одно надішлють, і газ буде витрачено."
    case .otherPayer:
      "За першу мав платити інший: вкажіть, хто платить за цю, через `--fee-payer` чи `--fee-service`, або поповніть рахунок."
    case .giveUp(let id): "Відмовитися від цієї: `lectures tx cancel \(id)`"
    case .takeUp(let id): "Продовжити: `lectures tx resume \(id)`"
    case .offerMore(let id):
      "Дати вищу ціну: `lectures tx speed-up \(id)`; або відмовитися: `lectures tx cancel \(id)`"
    case .giveAgain(let id):
      "Знову віддати сервісу: `lectures tx resume \(id) --fee-service URL`; або відмовитися: `lectures tx cancel \(id)`"
    case .list: "Перелік: `lectures tx list`"
    }
  }
}
