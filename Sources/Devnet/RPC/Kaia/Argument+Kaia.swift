import Keys
import Primitives
import StrictJSON

extension Argument {
  /// An account key as transactions carry it.
  func accountKey() throws(DevnetError) -> AccountKey {
    let bytes = try bytes()
    do throws(AccountKeyError) {
      return try AccountKey(decoding: bytes)
    } catch {
      throw invalid(error.inOneLine)
    }
  }
}
