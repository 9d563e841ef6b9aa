import Primitives
import WalletBook

/// Text that may be a request to pay: what is read, is written and read the same; nothing that is refused says it badly.
func fuzzPayment(_ bytes: Bytes) {
  let text = String(decoding: bytes, as: UTF8.self)
  do throws(WalletBookError) {
    let request = try PaymentRequest(parsing: text)
    let written = PaymentRequest(
      to: request.recipient, token: request.token, amount: request.amount, chainID: request.chainID)
    let again = must("reading a request's own text") { () throws(WalletBookError) in
      try PaymentRequest(parsing: request.text)
    }
    require(again == written, "the request \(text) becomes \(request.text)")
    requirePrintable(request.text, of: "a request")
  } catch {
    requirePresentable(error, of: "a request to pay")
  }
  do throws(WalletBookError) { try BookName.check(text) } catch { requirePresentable(error, of: "a name") }
  _ = BookName.looksLike(text, "school")
}
