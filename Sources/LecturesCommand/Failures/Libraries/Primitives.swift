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
}
