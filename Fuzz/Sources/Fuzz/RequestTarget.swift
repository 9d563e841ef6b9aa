import HTTPTypes
import Primitives
@testable import WebRequests

/// A line with the target of a request, a line of cookies, and a form: the pieces of its path lead back to it and never to
/// another host, and a cookie is what the header has under its whole name, if it has it once.
func fuzzRequest(_ bytes: Bytes) {
  let lines = bytes.split(separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: false).map(Bytes.init)
  let target = String(decoding: lines[0], as: UTF8.self)
  var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
  if lines.count > 1 { headers[.cookie] = String(decoding: lines[1], as: UTF8.self) }
  let form = lines.count > 2 ? lines[2] : []
  guard let request = WebRequest(.post, target, hosts: ["a"], headers: headers, body: form) else { return }
  checkPath(of: request, target)
  require(FormFields(parsing: form) == request.form, "the form of a request is another")
  checkCookies(headers)
}

private func checkPath(of request: WebRequest, _ target: String) {
  require(target.hasPrefix(request.path), "the path \(request.path) of \(target)")
  let link = Link(path: request.pieces)
  require(link.text.hasPrefix("/") && !link.text.hasPrefix("//"), "\(target) leads to \(link.text)")
  guard let again = WebRequest(.get, link.text, hosts: []) else { return require(false, "\(link.text) is no request") }
  require(
    again.pieces.count == request.pieces.count
      && zip(again.pieces, request.pieces).allSatisfy { $0.utf8.elementsEqual($1.utf8) },
    "the pieces of \(target) become \(again.pieces)")
  if let back = Link(back: target) {
    require(back.text == target && !target.contains("\\"), "a link back to \(target) is \(back.text)")
  }
}

private func checkCookies(_ headers: HTTPFields) {
  guard let header = headers[.cookie] else { return }
  let names = header.utf8.split(separator: UInt8(ascii: ";")).compactMap { pair -> String? in
    guard let end = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return String(Substring(pair[..<end]).drop { $0 == " " || $0 == "\t" })
  }
  for name in Set(names) {
    let request = must("a request with cookies") { () throws(MissingRequest) in
      guard let request = WebRequest(.get, "/", hosts: [], headers: headers) else { throw MissingRequest() }
      return request
    }
    guard let value = request.cookie(name) else { continue }
    require(!value.utf8.contains(UInt8(ascii: ";")), "a cookie of \(header.debugDescription) is \(value)")
    require(
      Array(header.utf8).contains(Bytes("\(name)=\(value)".utf8)), "no cookie \(name) in \(header.debugDescription)")
    let twice: HTTPFields = [.cookie: "\(header);\(name)=x"]
    require(
      WebRequest(.get, "/", hosts: [], headers: twice)?.cookie(name) == nil, "a cookie \(name) that came twice")
  }
}

private struct MissingRequest: Error {}
