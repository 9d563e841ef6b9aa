import HTTPTypes
import Primitives
@testable import WebRequests

/// The fields of a form: what is read, is written into a link and read the same from there, none is lost, and no text holds
/// a NUL.
func fuzzForm(_ bytes: Bytes) {
  guard let fields = FormFields(parsing: bytes) else { return }
  let pairs = entries(of: fields)
  require(pairs.count <= FormFields.most, "\(pairs.count) fields in a form")
  require(!pairs.contains { $0.0.utf8.contains(0) || $0.1.utf8.contains(0) }, "a NUL in a form")
  for (name, _) in pairs {
    require(fields.has(name) && fields[name] == fields.all(name).first, "the field \(name.debugDescription) is lost")
    if let trimmed = fields.trimmed(name) {
      require(FormFields.trimmed(trimmed) == trimmed && !trimmed.isEmpty, "\(trimmed.debugDescription) is not trimmed")
    }
  }
  let link = Link("form", query: pairs)
  guard let request = WebRequest(.get, link.text, hosts: []) else {
    return require(false, "\(link.text) is no request")
  }
  let again = entries(of: request.query)
  require(
    again.count == pairs.count
      && zip(again, pairs).allSatisfy { $0.0.utf8.elementsEqual($1.0.utf8) && $0.1.utf8.elementsEqual($1.1.utf8) },
    "the fields of \(link.text)")
}

/// The names with their values, in their order.
private func entries(of fields: FormFields) -> [(String, String)] {
  var seen: [String: Int] = [:]
  return fields.names.map { name in
    defer { seen[name, default: 0] += 1 }
    return (name, fields.all(name)[seen[name, default: 0]])
  }
}
