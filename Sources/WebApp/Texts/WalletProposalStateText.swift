import Localization

/// The words of a review that a wallet is asked for, and of what became of it.
enum WalletProposalStateText: Phrase {
  case ask, free, onlyFree, spent, asked, waiting, noteClosing, notePaid
  case otherTransaction, failedOnChain, doneBefore, own, hash
  /// A transaction that moves money, and none of the sender's coins.
  case sendsNoCoins(String)
  case evidence, stateAsked, stateSent, stateDone, stateFailed, none, mine, formerAsked, formerSent, former
  case looking, mayBeSent, notFound, notSeen
  case pendingReason(WalletProposals.PendingReason)

  var english: String {
    switch self {
    case .ask: "Ask my wallet"
    case .free: "With Kaia Wallet the fee is paid for you. Another wallet asks you to pay it yourself."
    case .onlyFree: "Your account has too little to pay the fee itself: use Kaia Wallet."
    case .spent:
      "No more fees are paid for you today. Pay the fee yourself, or come back after 0:00 UTC, when that begins anew."
    case .asked:
      "The wallet was asked before. Look there first: if you confirmed it, it is on its way, and this page shows it soon."
    case .waiting: "It is on its way"
    case .looking: "It may have been sent"
    case .mayBeSent:
      "What your wallet signed was handed to whoever pays the fee, and nobody has told yet whether it arrived or was sent. Do not sign it again: this page looks for it by itself and shows what became of it."
    case .notFound:
      "Nobody has shown it in ten minutes. Look first whether your wallet lists it; what you then begin anew is another review."
    case .notSeen:
      "The contract shows that it is done. By which transaction is not known: no node has the one that the wallet named."
    case .noteClosing: "The wallet sent it. You can close this page: what becomes of it stands under Transactions."
    case .notePaid:
      "It was sent, and its fee is paid for you. You can close this page: what becomes of it stands under Transactions."
    case .pendingReason(.unseen):
      "Your wallet named a transaction that no node knows yet. This page goes on looking for it; what becomes of it stands under Transactions."
    case .otherTransaction:
      "The transaction that the wallet told does something else than what was shown here. Check it in the wallet."
    case .failedOnChain: "The contract refused it when it was mined. Only gas was paid."
    case .doneBefore: "It is done already: nothing has to be sent."
    case .own: "You pay the gas: your wallet shows how much before it sends."
    case .sendsNoCoins(let coin): "Your wallet shows 0 \(coin) beside the gas: no coins of yours are sent."
    case .hash: "Transaction"
    case .evidence: "Evidence"
    case .pendingReason(.disagreement):
      "The nodes contradict each other about this transaction. It counts as done once enough of them agree."
    case .pendingReason(.contradiction):
      "The validators' seals prove something else than the node says. This does not count as done; tell who runs this site."
    case .pendingReason(.unknown):
      "No node knows this transaction yet. If it is gone from the wallet too, start again."
    case .formerAsked:
      "Your wallet was asked for this with other terms before. If that request is still open in the wallet, refuse it there: this one takes its place."
    case .formerSent: "You have sent this with other terms a short while ago. To go on would be a second trade."
    case .former: "Look at that one"
    case .stateAsked: "wallet was asked"
    case .stateSent: "on its way"
    case .stateDone: "done"
    case .stateFailed: "failed"
    case .none: "You have sent nothing from here yet."
    case .mine: "What your wallet was asked for here"
    }
  }

  var korean: String {
    switch self {
    case .ask: "지갑에 요청하기"
    case .free: "카이아 월렛을 쓰면 수수료가 대신 지불됩니다. 다른 지갑에서는 수수료를 직접 냅니다."
    case .onlyFree: "계정에 수수료를 낼 잔액이 부족합니다. 카이아 월렛을 사용하세요."
    case .spent: "오늘은 수수료를 더 대신 내지 않습니다. 수수료를 직접 내거나, 다시 시작하는 0:00 UTC 이후에 다시 오세요."
    case .asked: "이미 지갑에 요청했습니다. 먼저 지갑을 확인하세요. 승인했다면 처리 중이며 곧 이 페이지에 나타납니다."
    case .waiting: "처리 중입니다"
    case .looking: "보내졌을 수 있습니다"
    case .mayBeSent:
      "지갑이 서명한 것을 수수료를 내는 곳에 넘겼지만, 그곳에 도착했는지, 보내졌는지 아직 알 수 없습니다. 다시 서명하지 마세요. 이 페이지가 스스로 찾아 결과를 보여 줍니다."
    case .notFound: "10분이 지나도록 찾지 못했습니다. 먼저 지갑의 거래 내역을 확인하세요. 그 뒤에 새로 시작하면 별도의 검토가 됩니다."
    case .notSeen: "계약에 따르면 처리되었습니다. 어떤 트랜잭션으로 처리되었는지는 알 수 없습니다. 지갑이 알려 준 트랜잭션은 어느 노드에도 없습니다."
    case .noteClosing: "지갑이 보냈습니다. 이 페이지를 닫아도 됩니다. 결과는 트랜잭션 목록에서 볼 수 있습니다."
    case .notePaid: "보냈으며 수수료는 대신 지불되었습니다. 이 페이지를 닫아도 됩니다. 결과는 트랜잭션 목록에서 볼 수 있습니다."
    case .pendingReason(.unseen): "지갑이 알려 준 트랜잭션을 아직 어느 노드도 모릅니다. 이 페이지가 계속 찾습니다. 결과는 트랜잭션 목록에서 볼 수 있습니다."
    case .otherTransaction: "지갑이 알려 준 트랜잭션은 여기에 표시된 것과 다릅니다. 지갑에서 확인하세요."
    case .failedOnChain: "블록에 담길 때 계약이 거절했습니다. 가스만 지불되었습니다."
    case .doneBefore: "이미 처리되었습니다. 보낼 것이 없습니다."
    case .own: "가스는 본인이 냅니다. 보내기 전에 지갑에 금액이 표시됩니다."
    case .sendsNoCoins(let coin): "지갑에 표시되는 금액: 가스, 그리고 0 \(coin). 내 코인은 보내지 않습니다."
    case .hash: "트랜잭션"
    case .evidence: "확인 근거"
    case .pendingReason(.disagreement):
      "노드들이 이 트랜잭션에 대해 서로 다르게 답합니다. 충분히 많은 노드의 답이 일치하면 완료로 처리됩니다."
    case .pendingReason(.contradiction):
      "검증인들의 서명이 노드의 답과 다릅니다. 완료로 처리하지 않았으니 사이트 운영자에게 알려 주세요."
    case .pendingReason(.unknown):
      "아직 어느 노드도 이 트랜잭션을 모릅니다. 지갑에서도 사라졌다면 다시 시작하세요."
    case .formerAsked: "이전에 다른 조건으로 지갑에 요청했습니다. 그 요청이 지갑에 아직 열려 있으면 거절하세요. 이 요청이 그것을 대신합니다."
    case .formerSent: "조금 전에 다른 조건으로 이미 보냈습니다. 계속하면 두 번째 거래가 됩니다."
    case .former: "이전 거래 보기"
    case .stateAsked: "지갑에 요청함"
    case .stateSent: "처리 중"
    case .stateDone: "완료"
    case .stateFailed: "실패"
    case .none: "아직 여기서 보낸 것이 없습니다."
    case .mine: "여기서 지갑에 요청한 것"
    }
  }

  var ukrainian: String {
    switch self {
    case .ask: "Запитати гаманець"
    case .free: "З Kaia Wallet комісію сплачують за вас. Інший гаманець попросить сплатити її самостійно."
    case .onlyFree: "На вашому рахунку замало, щоб сплатити комісію: скористайтеся Kaia Wallet."
    case .spent:
      "Сьогодні комісій за вас більше не платять. Сплатіть комісію самі або поверніться після 0:00 UTC, коли все почнеться знову."
    case .asked:
      "Гаманець уже запитували. Спершу погляньте туди: якщо ви підтвердили, усе в дорозі, і сторінка скоро це покаже."
    case .waiting: "Транзакція в дорозі"
    case .looking: "Можливо, її надіслано"
    case .mayBeSent:
      "Підписане вашим гаманцем передано тому, хто платить комісію, але ще ніхто не сказав, чи воно дійшло й чи його надіслано. Не підписуйте знову: ця сторінка сама шукає транзакцію й покаже, що з нею сталося."
    case .notFound:
      "За десять хвилин її ніхто не показав. Спершу перевірте, чи є вона в гаманці; те, що почнете потім, буде новим переглядом."
    case .notSeen:
      "Контракт показує, що це зроблено. Якою транзакцією, невідомо: тієї, яку назвав гаманець, немає в жодному вузлі."
    case .noteClosing: "Гаманець її надіслав. Сторінку можна закрити: результат буде у транзакціях."
    case .notePaid: "Її надіслано, комісію сплачено за вас. Сторінку можна закрити: результат буде у транзакціях."
    case .pendingReason(.unseen):
      "Гаманець назвав транзакцію, якої ще не знає жоден вузол. Сторінка шукає її далі; результат буде у транзакціях."
    case .otherTransaction: "Транзакція, яку назвав гаманець, робить не те, що тут показано. Перевірте її в гаманці."
    case .failedOnChain: "Контракт відмовив, коли її включили в блок. Сплачено лише газ."
    case .doneBefore: "Це вже зроблено: надсилати нічого не треба."
    case .own: "Газ сплачуєте ви: гаманець покаже, скільки, перш ніж надіслати."
    case .sendsNoCoins(let coin): "Окрім газу гаманець покаже 0 \(coin): ваших монет ця транзакція не надсилає."
    case .hash: "Транзакція"
    case .evidence: "Підтверджено"
    case .pendingReason(.disagreement):
      "Вузли суперечать один одному щодо цієї транзакції. Вона вважатиметься виконаною, коли достатньо з них погодяться."
    case .pendingReason(.contradiction):
      "Підписи валідаторів доводять не те, що каже вузол. Це не вважається виконаним; повідомте власника сайту."
    case .pendingReason(.unknown):
      "Жоден вузол ще не знає цієї транзакції. Якщо її немає й у гаманці, почніть знову."
    case .formerAsked:
      "Гаманець уже запитували про це з іншими умовами. Якщо той запит у гаманці ще відкритий, відхиліть його: цей його замінює."
    case .formerSent: "Ви нещодавно вже надіслали це з іншими умовами. Якщо продовжити, це буде друга угода."
    case .former: "Переглянути ту угоду"
    case .stateAsked: "гаманець запитано"
    case .stateSent: "в дорозі"
    case .stateDone: "зроблено"
    case .stateFailed: "не вдалося"
    case .none: "Звідси ви ще нічого не надсилали."
    case .mine: "Про що тут запитували ваш гаманець"
    }
  }
}
