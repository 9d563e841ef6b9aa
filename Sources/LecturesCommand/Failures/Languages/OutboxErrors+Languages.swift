import Database
import Localization
import Outbox
import Primitives

extension OutboxErrors {
  static func korean(_ error: OutboxError) -> FailureWords? {
    switch (error.code, error.facts) {
    // Sent before.
    case (.sameJustSent, .earlier(let intent, let state)):
      FailureWords(
        "방금 똑같은 것을 보냈습니다. 지금은 아무것도 전송되지 않았습니다.",
        reason: "발신함의 \(intent)번입니다(\(StateWord(state).korean)).",
        advice: [.signed, .unpublished].contains(state)
          ? "이어서 진행: `lectures tx resume \(intent)`. 다른 것이라면 `--again`을 붙이십시오."
          : "두 번 보내려면 `--again`을 붙이십시오. `--id KEY`를 쓰면 안전하게 반복할 수 있습니다.")
    case (.otherWithID, .earlier(let intent, let state)):
      FailureWords(
        "이 `--id`로 이미 다른 것을 보냈습니다. 지금은 아무것도 전송되지 않았습니다.",
        reason: "발신함의 \(intent)번입니다(\(StateWord(state).korean)).", advice: "다른 `--id`를 지정하십시오.")
    case (.sameElsewhere, .earlier(let intent, let state)):
      FailureWords(
        "같은 번호의 다른 체인에서 이미 보냈습니다. 지금은 아무것도 전송되지 않았습니다.",
        reason: "발신함의 \(intent)번입니다(\(StateWord(state).korean)). 다른 체인이라는 것은 노드의 말뿐입니다.",
        advice: "다른 체인이 맞고 여기서도 보내려면 `--again`을 붙이십시오.")
    case (.sameFamily, .earlier(let intent, let state)):
      FailureWords(
        "같은 것을 이미 보냈습니다. 지금은 아무것도 전송되지 않았습니다.",
        reason: "발신함의 \(intent)번입니다(\(StateWord(state).korean)). 이 계약은 돈을 두 번 받습니다.",
        advice: "한 번 더 보내려면 `--again`을 붙이십시오.")
    case (.waitsNoMore, .intent(let intent)):
      FailureWords(
        "다른 프로세스가 이어서 처리하고 있거나 이미 끝났습니다. 아무것도 전송되지 않았습니다.", advice: "확인: `lectures tx show \(intent)`")
    case (.limitExceeded, .spending(let sum, let limit, _, let unit)):
      FailureWords(
        "지출이 최대 \(sum.formatted(in: unit)) \(unit.symbol)에 이르러 한도를 넘습니다. 아무것도 전송되지 않았습니다.",
        reason: "한도는 \(limit.formatted(in: unit)) \(unit.symbol)입니다.", advice: "프로필의 한도를 올리거나 진행 중인 것이 줄어들 때까지 기다리십시오.")

    // Chains.
    case (.unknownChain, _):
      FailureWords(
        "노드가 어느 체인의 것인지 알 수 없습니다. 아무것도 전송되지 않았습니다.",
        advice: "모든 블록을 가진 엔드포인트를 쓰거나 다른 발신함을 `--outbox FILE`로 지정하십시오.")
    case (.signedForForkedChain, _):
      FailureWords(
        "이 포크에서는 원래 체인을 위해 서명한 것과 같은 트랜잭션이 됩니다. 아무것도 전송되지 않았습니다.",
        advice: "`--dry-run`으로 시험하거나 별도의 발신함을 쓰십시오: `--outbox FILE`")
    case (.absurdCount, _):
      FailureWords("노드가 있을 수 없는 트랜잭션 수를 말합니다. 아무것도 전송되지 않았습니다.", advice: "`--endpoint`를 확인하십시오.")
    case (.nonceUsed, .usedNonce(let nonce, let next)):
      FailureWords(
        "이 계정의 논스 \(nonce)에는 채굴된 트랜잭션이 이미 있습니다. 아무것도 서명되지 않았습니다.",
        advice: "`--nonce`를 빼거나 \(next) 이상을 지정하십시오.")

    // The file.
    case (.busy, _): FailureWords("다른 프로세스가 발신함을 쓰고 있습니다.", advice: "끝나기를 기다렸다가 다시 시도하십시오.")
    case (.failed, .file(let path, .notWritable)):
      FailureWords(
        "발신함에 쓸 수 없습니다: \(path). 아무것도 서명되지 않았습니다.", advice: "파일과 폴더의 쓰기 권한을 확인하거나 `--outbox FILE`로 다른 파일을 지정하십시오.")
    case (.failed, .file(let path, .server)):
      FailureWords(
        "발신함이 있는 서버를 쓸 수 없습니다: \(path). 아무것도 서명되지 않았습니다.",
        advice: error.ofDatabase.flatMap { DatabaseErrors.korean($0)?.advice })
    case (.failed, .file(let path, .behind)):
      FailureWords(
        "발신함이 있는 서버에 이미 기록된 변경이 없습니다: \(path). 아무것도 서명되지 않았습니다.",
        advice: "가장 새로운 변경이 있는 서버만 응답하게 하고, 다른 서버는 그 서버에서 복사하십시오.")
    case (.moved, .file(let path, _)):
      FailureWords(
        "발신함이 서버로 옮겨졌습니다: \(path). 아무것도 서명되지 않았습니다.", advice: "서버를 지정하십시오: `lectures config set outbox PLACE`")
    case (.takenForDead, _):
      FailureWords(
        "이 프로세스가 너무 오래 멈춰 있어서 다른 프로세스가 일을 넘겨받았을 수 있습니다. 아무것도 전송되지 않았습니다.", advice: "다시 시도하십시오.")
    case (.failed, .file(let path, _)):
      FailureWords("발신함을 쓸 수 없습니다: \(path). 아무것도 서명되지 않았습니다.", advice: "디스크 공간을 확보하거나 `--outbox FILE`로 다른 파일을 지정하십시오.")
    case (.damaged, .file(let path, .foreign)):
      FailureWords("발신함이 아닌 파일입니다: \(path). 아무것도 서명되지 않았습니다.", advice: "`--outbox FILE`로 다른 파일을 지정하십시오.")
    case (.damaged, .file(let path, .missing)):
      FailureWords("발신함이 사라졌습니다: \(path). 아무것도 서명되지 않았습니다.", advice: "체인의 내용으로 새로 만드십시오: `lectures tx rebuild`")
    case (.damaged, .file(let path, _)):
      FailureWords(
        "발신함이 손상되었습니다: \(path). 아무것도 서명되지 않았습니다.", advice: "읽을 수 있는 내용과 체인으로 새로 만드십시오: `lectures tx rebuild`")
    case (.exposed, _):
      FailureWords("다른 사용자가 발신함이나 그 폴더에 쓸 수 있습니다. 아무것도 서명되지 않았습니다.", advice: ExposureRepair(error.advice).korean)
    case (.newer, _):
      FailureWords(
        "이 프로그램의 이후 버전이 쓴 발신함입니다. 아무것도 서명되지 않았습니다.", reason: error.ofDatabase?.koreanVersion,
        advice: "그 버전이나 더 새로운 버전을 사용하십시오.")
    default: nil
    }
  }

  static func ukrainian(_ error: OutboxError) -> FailureWords? {
    switch (error.code, error.facts) {
    // Sent before.
    case (.sameJustSent, .earlier(let intent, let state)):
      FailureWords(
        "Таке саме щойно надсилали; зараз нічого не надіслано.",
        reason: "Це номер \(intent) у журналі надсилань (\(StateWord(state).ukrainian)).",
        advice: [.signed, .unpublished].contains(state)
          ? "Продовжити: `lectures tx resume \(intent)`. Якщо йдеться про інше, додайте `--again`."
          : "Щоб надіслати двічі, додайте `--again`; із `--id KEY` повторювати безпечно.")
    case (.otherWithID, .earlier(let intent, let state)):
      FailureWords(
        "З цим `--id` уже надіслано щось інше; зараз нічого не надіслано.",
        reason: "Це номер \(intent) у журналі надсилань (\(StateWord(state).ukrainian)).", advice: "Дайте інший `--id`."
      )
    case (.sameElsewhere, .earlier(let intent, let state)):
      FailureWords(
        "Те саме надіслано в іншій мережі з тим самим номером; зараз нічого не надіслано.",
        reason:
          "Це номер \(intent) у журналі надсилань (\(StateWord(state).ukrainian)). Що мережа інша, каже лише вузол.",
        advice: "Якщо мережа справді інша й платіж потрібен і тут, додайте `--again`.")
    case (.sameFamily, .earlier(let intent, let state)):
      FailureWords(
        "Те саме вже надсилали; зараз нічого не надіслано.",
        reason:
          "Це номер \(intent) у журналі надсилань (\(StateWord(state).ukrainian)). Цей контракт бере гроші двічі.",
        advice: "Щоб надіслати ще раз, додайте `--again`.")
    case (.waitsNoMore, .intent(let intent)):
      FailureWords(
        "Це продовжує інший процес, або воно вже скінчилося; нічого не надіслано.",
        advice: "Подивіться: `lectures tx show \(intent)`")
    case (.limitExceeded, .spending(let sum, let limit, _, let unit)):
      FailureWords(
        "Витрати сягнули б \(Language.ukrainian.decimal(sum.formatted(in: unit))) \(unit.symbol) і перевищили б межу; нічого не надіслано.",
        reason: "Межа: \(Language.ukrainian.decimal(limit.formatted(in: unit))) \(unit.symbol).",
        advice: "Підніміть межу в профілі або зачекайте, доки в дорозі буде менше.")

    // Chains.
    case (.unknownChain, _):
      FailureWords(
        "Невідомо, яку мережу обслуговує вузол; нічого не надіслано.",
        advice: "Візьміть вузол, що має всі блоки, або інший журнал через `--outbox FILE`.")
    case (.signedForForkedChain, _):
      FailureWords(
        "У цьому відгалуженні це була б та сама транзакція, яку підписано для основної мережі; нічого не надіслано.",
        advice: "Спробуйте з `--dry-run` або з окремим журналом: `--outbox FILE`")
    case (.absurdCount, _):
      FailureWords(
        "Вузол називає неможливу кількість транзакцій; нічого не надіслано.", advice: "Перевірте `--endpoint`.")
    case (.nonceUsed, .usedNonce(let nonce, let next)):
      FailureWords(
        "Номер \(nonce) цього рахунку вже використано: та транзакція в блоці. Нічого не підписано.",
        advice: "Приберіть `--nonce` або вкажіть \(next) чи більший.")

    // The file.
    case (.busy, _):
      FailureWords("Журналом надсилань користується інший процес.", advice: "Дочекайтеся його й спробуйте знову.")
    case (.failed, .file(let path, .notWritable)):
      FailureWords(
        "У журнал надсилань не можна писати: \(path); нічого не підписано.",
        advice: "Дозвольте запис у файл і теку або вкажіть інший файл: `--outbox FILE`")
    case (.failed, .file(let path, .server)):
      FailureWords(
        "Сервер із журналом надсилань не можна використати: \(path); нічого не підписано.",
        advice: error.ofDatabase.flatMap { DatabaseErrors.ukrainian($0)?.advice })
    case (.failed, .file(let path, .behind)):
      FailureWords(
        "На сервері журналу надсилань бракує вже записаних змін: \(path); нічого не підписано.",
        advice: "Нехай відповідає лише сервер із найновішими змінами, а інший скопіюйте з нього.")
    case (.moved, .file(let path, _)):
      FailureWords(
        "Журнал надсилань перенесено на сервер: \(path); нічого не підписано.",
        advice: "Вкажіть сервер: `lectures config set outbox PLACE`")
    case (.takenForDead, _):
      FailureWords(
        "Цей процес надто довго не подавав ознак життя, і його роботу могли перейняти; нічого не надіслано.",
        advice: "Спробуйте знову.")
    case (.failed, .file(let path, _)):
      FailureWords(
        "Журнал надсилань непридатний: \(path); нічого не підписано.",
        advice: "Звільніть місце або вкажіть інший файл: `--outbox FILE`")
    case (.damaged, .file(let path, .foreign)):
      FailureWords(
        "Це не журнал надсилань: \(path); нічого не підписано.", advice: "Вкажіть інший файл: `--outbox FILE`")
    case (.damaged, .file(let path, .missing)):
      FailureWords(
        "Журнал надсилань зник: \(path); нічого не підписано.",
        advice: "Створіть новий із того, що показує мережа: `lectures tx rebuild`")
    case (.damaged, .file(let path, _)):
      FailureWords(
        "Журнал надсилань пошкоджено: \(path); нічого не підписано.",
        advice: "Створіть новий із того, що читається, і з мережі: `lectures tx rebuild`")
    case (.exposed, _):
      FailureWords(
        "У журнал надсилань або його теку можуть писати інші; нічого не підписано.",
        advice: ExposureRepair(error.advice).ukrainian)
    case (.newer, _):
      FailureWords(
        "Журнал надсилань записала новіша версія програми; нічого не підписано.",
        reason: error.ofDatabase?.ukrainianVersion, advice: "Візьміть ту версію або новішу.")
    default: nil
    }
  }
}
