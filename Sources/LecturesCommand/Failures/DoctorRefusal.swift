import Localization

/// The failures of a check of settings, node, contract and account.
enum DoctorRefusal: Phrase {
  /// The number of checks that failed, of how many, the first, and the others.
  case failed(Int, of: Int, first: DoctorSubject, others: [DoctorSubject])
  case noBlock
  /// A block that is too old, or of the future.
  case oddBlock(DoctorText.NewestBlock, BlockAgeText)

  var english: FailureWords {
    switch self {
    case .failed(let count, let all, let first, let others):
      FailureWords(
        "\(count) of \(all) checks failed.",
        reason: "Begin with \(first.english)"
          + (others.isEmpty ? "." : "; then \(others.map(\.english).joined(separator: ", "))."))
    case .noBlock:
      FailureWords("The node has no block.", advice: "Wait until it has synced, or use another --endpoint.")
    case .oddBlock(let block, let age):
      FailureWords(
        "The newest block is \(age.english).", reason: "It is \(block.words(in: .english)).",
        advice: DoctorAdvice.block(age).english)
    }
  }

  var korean: FailureWords {
    switch self {
    case .failed(let count, let all, let first, let others):
      FailureWords(
        "\(all)가지 확인 중 \(count)가지가 실패했습니다.",
        reason: "먼저 볼 것: \(([first] + others).map(\.korean).joined(separator: ", "))")
    case .noBlock: FailureWords("노드에 블록이 없습니다.", advice: "동기화를 기다리거나 다른 `--endpoint`를 사용하십시오.")
    case .oddBlock(let block, let age):
      FailureWords(
        "최신 블록이 \(age.korean)입니다.", reason: "블록: \(block.words(in: .korean))",
        advice: DoctorAdvice.block(age).korean)
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .failed(let count, let all, let first, let others):
      FailureWords(
        "Не вдалося перевірок: \(count) з \(all).",
        reason: "Почніть із цього: \(([first] + others).map(\.ukrainian).joined(separator: ", ")).")
    case .noBlock:
      FailureWords(
        "У вузла немає жодного блоку.", advice: "Зачекайте на синхронізацію або вкажіть інший `--endpoint`.")
    case .oddBlock(let block, let age):
      FailureWords(
        "Найновіший блок \(age.ukrainian).", reason: "Блок: \(block.words(in: .ukrainian)).",
        advice: DoctorAdvice.block(age).ukrainian)
    }
  }
}
