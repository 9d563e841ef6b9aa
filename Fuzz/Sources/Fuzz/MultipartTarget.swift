import Primitives
@testable import WebRequests

/// A line with a boundary, and the body of a form with a file: what is read in parts is written and read the same.
func fuzzMultipart(_ bytes: Bytes) {
  let line = bytes.prefix { $0 != 0x0a }
  let boundary = String(decoding: line, as: UTF8.self)
  let type = "multipart/form-data; boundary=\(boundary)"
  guard let form = MultipartForm(Bytes(bytes.dropFirst(line.count + 1)), type: type) else { return }
  require(form.parts.count <= 10, "\(form.parts.count) parts")
  let mark = boundary.prefix { $0 != ";" }.filter { $0 != "\"" }
  var written: Bytes = []
  for (name, content) in form.parts {
    require(!name.utf8.contains(UInt8(ascii: "\"")), "the name \(name.debugDescription)")
    written += Bytes("--\(mark)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + content
    written += Bytes("\r\n".utf8)
  }
  written += Bytes("--\(mark)--".utf8)
  guard let again = MultipartForm(written, type: type) else { return require(false, "a form that was written is none") }
  require(again.parts == form.parts, "the parts \(form.parts) become \(again.parts)")
}
