import NodeRPC

extension NodeErrors {
  static func korean(_ error: NodeError) -> FailureWords? {
    let (outcome, advice): (String, String?) =
      switch (error.code, error.kind) {
      case (.invalidEndpoint, _), (.unsupportedScheme, _):
        ("노드 주소를 사용할 수 없습니다.", "`http://127.0.0.1:8545` 또는 `https://public-en.node.kaia.io`와 같이 쓰십시오.")
      case (.unreachable, .nameNotFound): ("노드의 이름을 찾을 수 없습니다.", "주소가 맞는지, 이 컴퓨터가 인터넷에 연결되어 있는지 확인하십시오.")
      case (.unreachable, .refused): ("노드가 연결을 거부했습니다.", "노드가 실행 중인지, 포트가 맞는지 확인하십시오.")
      case (.unreachable, .cutShort): ("답을 다 받기 전에 연결이 끊겼습니다.", again)
      case (.unreachable, .proxy): ("프록시가 작동하지 않습니다.", "환경 변수 `http_proxy`와 `https_proxy`를 확인하십시오.")
      case (.unreachable, .notHTTP), (.notJSON, _):
        ("이 주소에서 답하는 것은 노드가 아닙니다.", "노드의 JSON-RPC 주소를 쓰십시오.")
      case (.unreachable, _): ("노드에 연결할 수 없습니다.", again)
      case (.timeout, _): ("노드가 제시간에 답하지 않았습니다.", "다시 시도하거나 `--timeout`을 늘리거나 다른 `--endpoint`를 지정하십시오.")
      case (.tls, _): ("노드와 안전하게 연결할 수 없습니다.", "주소와 이 컴퓨터의 시각을 확인하거나, 학교의 인증 기관을 `--ca-file`로 지정하십시오.")
      case (.httpStatus, _):
        ("노드가 HTTP 상태 \(error.httpStatus ?? 0)번으로 답했습니다.", "엔드포인트의 주소와 키가 맞는지 확인하거나 나중에 다시 시도하십시오.")
      case (.badReply, _), (.tooLarge, _): ("노드의 답이 올바르지 않습니다.", "다른 `--endpoint`를 지정하십시오.")
      case (.rateLimited, _): ("노드가 요청을 줄여 달라고 합니다.", "잠시 기다리거나 다른 `--endpoint`를 지정하십시오.")
      case (.rpc, _):
        ("노드가 오류로 답했습니다.", error.isMethodMissing ? "이 노드는 해당 기능을 제공하지 않습니다. 다른 `--endpoint`를 지정하십시오." : nil)
      case (.cancelled, _): ("노드를 기다리는 중에 중단되었습니다.", nil)
      case (.noLibrary, _):
        ("이 컴퓨터에서는 요청을 보낼 수 없습니다: `libcurl`을 열 수 없습니다.", "설치하십시오: `apt-get install libcurl4`")
      default: ("노드에 문의하지 못했습니다.", again)
      }
    return FailureWords(
      outcome, reason: error.rpcMessage.map { "노드의 답: ‘\($0)’" },
      call: exchange(error, attempts: "\(error.attempts)회 시도"),
      place: error.method == nil ? error.endpoint.map { "주소: \($0)" } : nil, advice: advice)
  }

  static func ukrainian(_ error: NodeError) -> FailureWords? {
    let (outcome, advice): (String, String?) =
      switch (error.code, error.kind) {
      case (.invalidEndpoint, _), (.unsupportedScheme, _):
        (
          "Адреса вузла непридатна.",
          "Напишіть її як-от `http://127.0.0.1:8545` або `https://public-en.node.kaia.io`."
        )
      case (.unreachable, .nameNotFound):
        ("Імені вузла не знайдено.", "Чи правильна адреса й чи підключено цей комп’ютер до інтернету?")
      case (.unreachable, .refused): ("Вузол відмовив у з’єднанні.", "Чи працює вузол і чи правильний порт?")
      case (.unreachable, .cutShort): ("З’єднання обірвалося раніше, ніж надійшла вся відповідь.", ukrainianAgain)
      case (.unreachable, .proxy):
        ("Проксі не працює.", "Перевірте змінні середовища `http_proxy` і `https_proxy`.")
      case (.unreachable, .notHTTP), (.notJSON, _):
        ("За цією адресою відповідає не вузол.", "Вкажіть адресу JSON-RPC вузла.")
      case (.unreachable, _): ("З вузлом немає з’єднання.", ukrainianAgain)
      case (.timeout, _):
        (
          "Вузол не відповів вчасно.", "Спробуйте ще раз, збільште `--timeout` або вкажіть інший `--endpoint`."
        )
      case (.tls, _):
        (
          "Безпечного з’єднання з вузлом немає.",
          "Чи правильна адреса й годинник? Власний центр сертифікації школи вказують через `--ca-file`."
        )
      case (.httpStatus, _):
        (
          "Вузол відповів станом HTTP \(error.httpStatus ?? 0).",
          "Перевірте адресу й ключ вузла або спробуйте пізніше."
        )
      case (.badReply, _), (.tooLarge, _): ("Відповідь вузла неправильна.", "Вкажіть інший `--endpoint`.")
      case (.rateLimited, _):
        ("Вузол просить менше запитів.", "Зачекайте або вкажіть інший `--endpoint`.")
      case (.rpc, _):
        (
          "Вузол відповів помилкою.",
          error.isMethodMissing ? "Цей вузол такого не вміє: вкажіть інший `--endpoint`." : nil
        )
      case (.cancelled, _): ("Перервано під час чекання на вузол.", nil)
      case (.noLibrary, _):
        (
          "На цьому комп’ютері не можна надсилати запити: `libcurl` не відкривається.",
          "Встановіть: `apt-get install libcurl4`"
        )
      default: ("Запитати вузол не вдалося.", ukrainianAgain)
      }
    return FailureWords(
      outcome, reason: error.rpcMessage.map { "Відповідь вузла: «\($0)»" },
      call: exchange(error, attempts: "спроб: \(error.attempts)"),
      place: error.method == nil ? error.endpoint.map { "Адреса: \($0)" } : nil, advice: advice)
  }

  /// The method and the endpoint, and the number of attempts where there were several.
  private static func exchange(_ error: NodeError, attempts: String) -> String? {
    guard let method = error.method, let endpoint = error.endpoint else { return nil }
    return "`\(method)`, \(endpoint)" + (error.attempts > 1 ? " (\(attempts))" : "")
  }

  private static let again = "다시 시도하거나 다른 `--endpoint`를 지정하십시오."
  private static let ukrainianAgain = "Спробуйте ще раз або вкажіть інший `--endpoint`."
}
