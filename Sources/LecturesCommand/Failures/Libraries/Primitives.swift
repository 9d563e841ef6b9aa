import Primitives
import StrictJSON

extension PrimitivesErrors: TextFailureDomain {
  static let subject = "value"
}

extension RLPErrors: TextFailureDomain {
  static let subject = "rlp"
}

extension JSONErrors: TextFailureDomain {
  static let subject = "json"

  static func details(of error: JSONError) -> JSONObject { ["offset": .integer(error.offset)] }

  static func korean(_ error: JSONError) -> FailureWords? {
    FailureWords("JSON이 \(error.offset + 1)번째 바이트부터 잘못되었습니다.")
  }

  static func ukrainian(_ error: JSONError) -> FailureWords? {
    FailureWords("JSON неправильний, починаючи з байта \(error.offset + 1).")
  }
}
