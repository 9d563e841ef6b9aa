import Simulation

extension SimulationErrors {
  static func korean(_ error: SimulationError) -> FailureWords? {
    switch error.code {
    case .unknownBlock: FailureWords("노드에 그런 블록이 없습니다.", advice: "블록 번호를 확인하십시오.")
    case .stateUnavailable:
      FailureWords("노드가 그 블록의 상태를 주지 않습니다.", advice: "이전 상태를 보관하는 노드나 더 새로운 블록을 쓰십시오.")
    case .reorganised: FailureWords("그 블록은 더 이상 체인에 없습니다.", advice: "다시 시도하십시오.")
    case .badAnswer: FailureWords("노드의 답이 서로 맞지 않습니다.", advice: "다른 노드를 쓰십시오.")
    default: nil
    }
  }

  static func ukrainian(_ error: SimulationError) -> FailureWords? {
    switch error.code {
    case .unknownBlock: FailureWords("Вузол не знає такого блоку.", advice: "Перевірте номер блоку.")
    case .stateUnavailable:
      FailureWords(
        "Вузол не дає стану цього блоку.", advice: "Візьміть вузол, що зберігає давні стани, або новіший блок.")
    case .reorganised: FailureWords("Цього блоку в ланцюгу вже немає.", advice: "Спробуйте знову.")
    case .badAnswer: FailureWords("Відповіді вузла суперечать одна одній.", advice: "Візьміть інший вузол.")
    default: nil
    }
  }
}
