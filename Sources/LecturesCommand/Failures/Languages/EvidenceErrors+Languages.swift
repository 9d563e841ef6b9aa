import Evidence

extension EvidenceErrors {
  static func korean(_ error: EvidenceError) -> FailureWords? {
    switch error.code {
    case .malformedCheckpoint: FailureWords("체크포인트를 읽을 수 없습니다.")
    case .noProof, .missingBlock:
      FailureWords("노드가 증거를 주지 않아 답이 증명되지 않았습니다.", advice: "다른 노드를 쓰십시오.")
    case .staleAnchor, .tooFar, .unknownCouncil, .unknownParameters:
      FailureWords("체크포인트에서 이 블록까지 증명할 수 없습니다.", advice: "더 새로운 체크포인트를 지정하십시오.")
    default:
      FailureWords("노드가 준 증거는 그 답을 증명하지 않습니다.", advice: "다른 노드를 쓰십시오.")
    }
  }

  static func ukrainian(_ error: EvidenceError) -> FailureWords? {
    switch error.code {
    case .malformedCheckpoint: FailureWords("Контрольну точку не вдалося прочитати.")
    case .noProof, .missingBlock:
      FailureWords("Вузол не дає доказів, тож відповідь не доведено.", advice: "Візьміть інший вузол.")
    case .staleAnchor, .tooFar, .unknownCouncil, .unknownParameters:
      FailureWords("Від контрольної точки до цього блоку не доведено.", advice: "Вкажіть новішу контрольну точку.")
    default:
      FailureWords("Докази, які дав вузол, не доводять його відповіді.", advice: "Візьміть інший вузол.")
    }
  }
}
