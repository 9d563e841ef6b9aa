/// Forged refusals of a trial.
public enum RefusedTrial {
  /// An answer in which a node says that LectureMarket refuses the payment, in place of each result.
  @Sendable public static func wrongPayment(_ answer: String) -> String {
    let text = Array("wrong payment".utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let word = { (byte: String) in String(repeating: "0", count: 62) + byte }
    let data = "0x08c379a0" + word("20") + word("0d") + text + String(repeating: "0", count: 64 - text.count)
    return answer.replacing(
      #/"result":"0x[0-9a-f]+"/#,
      with: #""error":{"code":3,"message":"execution reverted: wrong payment","data":"\#(data)"}"#)
  }
}
