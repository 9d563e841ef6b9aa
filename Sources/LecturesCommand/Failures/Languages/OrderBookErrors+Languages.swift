import Localization
import OrderBook
import Primitives

extension OrderBookErrors {
  static func korean(_ error: OrderBookError) -> FailureWords? {
    let words: FailureWords? =
      switch (error.code, error.facts) {
      case (.anotherChain, .chain(let chain, let expected)):
        FailureWords(
          "호가 파일과 노드의 체인이 다릅니다.", reason: "노드는 체인 \(chain)이고, 체인 \(expected)이어야 합니다.",
          advice: "`--network`와 `--endpoint`를 확인하십시오.")
      case (.anotherChain, .genesis(let hash, let expected)):
        FailureWords(
          "호가 파일과 노드의 체인이 다릅니다.", reason: "첫 블록이 \(hash)이고, \(expected)이어야 합니다.",
          advice: "`--network`와 `--endpoint`를 확인하십시오.")
      case (.anotherChain, _):
        FailureWords("호가 파일과 노드의 체인이 다릅니다.", advice: "`--network`와 `--endpoint`를 확인하십시오.")
      case (.otherExchanges, .exchanges(let addresses)):
        FailureWords(
          "다른 거래소의 호가 파일입니다.", reason: "파일의 거래소: \(addresses.map(\.checksummed).joined(separator: ", "))",
          advice: "다른 파일을 지정하십시오.")
      case (.otherExchanges, _): FailureWords("다른 거래소의 호가 파일입니다.", advice: "다른 파일을 지정하십시오.")
      case (.unknownExchange, _): FailureWords("알려지지 않은 거래소입니다.", advice: "`--network`와 거래소의 주소를 확인하십시오.")
      case (.nodeFailed, _): FailureWords("노드에서 호가에 필요한 것을 읽을 수 없습니다.")
      case (.badAnswer, _): FailureWords("노드의 답을 사용할 수 없습니다.", advice: "`--endpoint`로 다른 노드를 지정하십시오.")
      case (.chainMoved, _): FailureWords("읽는 동안 체인이 바뀌었습니다.", advice: "다시 시도하십시오.")
      case (.notReady, _): FailureWords("아직 최신 블록까지 읽지 못했습니다.", advice: "잠시 후에 다시 시도하십시오.")
      case (.notKeeper, _): FailureWords("이제 다른 프로세스가 호가를 관리합니다. 바뀐 것은 없습니다.", advice: "다시 시도하십시오.")
      case (.storeFailed, .file(let path, .missing)):
        FailureWords("호가 파일이 없습니다: \(path)", advice: "릴레이의 저장 파일 경로인지 확인하십시오.")
      case (.storeFailed, .file(let path, .server)):
        FailureWords("호가가 있는 서버를 사용할 수 없습니다: \(path)")
      case (.storeFailed, .file(let path, let trouble)):
        FailureWords("호가 파일을 사용할 수 없습니다: \(path)", advice: koreanRepair(trouble))
      case (.storeFailed, _): FailureWords("호가 파일을 사용할 수 없습니다.", advice: "파일과 폴더의 권한을 확인하십시오.")
      case (.closed, _): FailureWords("호가를 더 읽지 않습니다.")
      default: nil
      }
    return words.map { $0.because(of: error.cause, in: .korean) }
  }

  static func ukrainian(_ error: OrderBookError) -> FailureWords? {
    let words: FailureWords? =
      switch (error.code, error.facts) {
      case (.anotherChain, .chain(let chain, let expected)):
        FailureWords(
          "Файл книги ордерів і вузол — з різних мереж.", reason: "У вузла мережа \(chain), а має бути \(expected).",
          advice: "Перевірте `--network` і `--endpoint`.")
      case (.anotherChain, .genesis(let hash, let expected)):
        FailureWords(
          "Файл книги ордерів і вузол — з різних мереж.", reason: "Перший блок — \(hash), а має бути \(expected).",
          advice: "Перевірте `--network` і `--endpoint`.")
      case (.anotherChain, _):
        FailureWords(
          "Файл книги ордерів і вузол — з різних мереж.", advice: "Перевірте `--network` і `--endpoint`.")
      case (.otherExchanges, .exchanges(let addresses)):
        FailureWords(
          "Це файл книги ордерів іншої біржі.",
          reason: "Біржі у файлі: \(addresses.map(\.checksummed).joined(separator: ", "))",
          advice: "Вкажіть інший файл.")
      case (.otherExchanges, _):
        FailureWords("Це файл книги ордерів іншої біржі.", advice: "Вкажіть інший файл.")
      case (.unknownExchange, _):
        FailureWords("Ця біржа невідома.", advice: "Перевірте `--network` та адресу біржі.")
      case (.nodeFailed, _): FailureWords("Вузол не дає того, що потрібно для книги ордерів.")
      case (.badAnswer, _):
        FailureWords("Відповідь вузла непридатна.", advice: "Вкажіть інший вузол через `--endpoint`.")
      case (.chainMoved, _): FailureWords("Мережа змінилася, поки її читали.", advice: "Спробуйте ще раз.")
      case (.notReady, _):
        FailureWords("До найновішого блока ще не дочитано.", advice: "Спробуйте ще раз трохи пізніше.")
      case (.notKeeper, _):
        FailureWords("Книгу ордерів тепер веде інший процес; нічого не змінено.", advice: "Спробуйте ще раз.")
      case (.storeFailed, .file(let path, .missing)):
        FailureWords("Файлу книги ордерів немає: \(path)", advice: "Перевірте шлях до сховища ретранслятора.")
      case (.storeFailed, .file(let path, .server)):
        FailureWords("Сервер книги ордерів не можна використати: \(path)")
      case (.storeFailed, .file(let path, let trouble)):
        FailureWords("Файл книги ордерів непридатний: \(path)", advice: ukrainianRepair(trouble))
      case (.storeFailed, _):
        FailureWords("Файл книги ордерів непридатний.", advice: "Перевірте права доступу до файлу й теки.")
      case (.closed, _): FailureWords("Книгу ордерів закрито.")
      default: nil
      }
    return words.map { $0.because(of: error.cause, in: .ukrainian) }
  }

  private static func koreanRepair(_ trouble: FileProblem) -> String {
    switch trouble {
    case .newer: "이 프로그램의 이후 버전을 쓰거나 다른 파일을 지정하십시오."
    case .busy: "다른 프로세스가 오래 쓰고 있습니다. 다시 시도하십시오."
    case .full: "디스크 공간을 확보하십시오."
    case .notWritable: "파일과 폴더의 쓰기 권한을 확인하십시오."
    case .damaged: "손상된 파일입니다. 옮겨 두면 새로 만들어집니다."
    case .missing, .server, .other: "다른 프로그램의 파일일 수 있습니다. 다른 파일을 지정하십시오."
    }
  }

  private static func ukrainianRepair(_ trouble: FileProblem) -> String {
    switch trouble {
    case .newer: "Скористайтеся новішою версією програми або іншим файлом."
    case .busy: "Його довго тримає інший процес. Спробуйте ще раз."
    case .full: "Звільніть місце на диску."
    case .notWritable: "Дозвольте запис у файл і теку."
    case .damaged: "Його пошкоджено: приберіть його, і буде створено новий."
    case .missing, .server, .other: "Можливо, це файл іншої програми: вкажіть інший."
    }
  }
}
