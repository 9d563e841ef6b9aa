import Localization

/// The words of several actions that a wallet is asked for one after the other.
enum WalletQueueText: Phrase {
  case place(Int, of: Int), progress(Int, of: Int), goOn(Int, of: Int), stopped(at: Int, done: Int, of: Int)
  case allDone(Int), oneByOne

  var english: String {
    switch self {
    case .place(let number, let count): "\(number) of \(count)"
    case .progress(let done, let count): "\(done) of \(count) done"
    case .goOn(let number, let count): "Go on: \(number) of \(count)"
    case .stopped(let number, let done, let count):
      "It stopped at \(number) of \(count): \(done) \(Plural.english(done, "is", "are")) done, \(count - done) \(Plural.english(count - done, "is", "are")) not. Nothing further was sent."
    case .allDone(let count): "All \(count) are done."
    case .oneByOne:
      "Your wallet is asked for each of them. Once one is proven the next follows; the first refusal ends it, and what is done stays done."
    }
  }

  var korean: String {
    switch self {
    case .place(let number, let count): "\(count)건 중 \(number)번째"
    case .progress(let done, let count): "\(count)건 중 \(done)건 완료"
    case .goOn(let number, let count): "계속: \(count)건 중 \(number)번째"
    case .stopped(let number, let done, let count):
      "\(count)건 중 \(number)번째에서 멈췄습니다. \(done)건은 완료되었고 \(count - done)건은 처리되지 않았습니다. 더 보낸 것은 없습니다."
    case .allDone(let count): "\(count)건을 모두 마쳤습니다."
    case .oneByOne: "지갑에 하나씩 요청합니다. 하나가 확인되면 다음으로 넘어가고, 한 번이라도 거절하면 멈춥니다. 끝난 것은 그대로 남습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .place(let number, let count): "\(number) з \(count)"
    case .progress(let done, let count): "Зроблено \(done) з \(count)"
    case .goOn(let number, let count): "Далі: \(number) з \(count)"
    case .stopped(let number, let done, let count):
      "Зупинилося на \(number) з \(count): зроблено \(done), не зроблено \(count - done). Більше нічого не надіслано."
    case .allDone(let count): "Зроблено все: \(count)."
    case .oneByOne:
      "Гаманець запитують про кожну дію. Коли одну доведено, йде наступна; перша відмова зупиняє решту, а зроблене лишається."
    }
  }
}
