import Primitives
@testable import Rates

/// The text of HTML is never longer than it, text whose marks are escaped comes back as it was, and made plain it may be
/// shown; a text that is a date is one of a year that is possible, and an address is one of the web.
func fuzzHTML(_ bytes: Bytes) {
  let html = String(decoding: bytes, as: UTF8.self)
  let text = HTMLText.text(of: html)
  require(text.utf8.count <= html.utf8.count, "the text is longer than the HTML")
  // By bytes: a mark under an accent is another character, and strings of other scalars can be equal.
  let escaped = html.utf8.flatMap { byte in
    switch byte {
    case UInt8(ascii: "&"): Bytes("&amp;".utf8)
    case UInt8(ascii: "<"): Bytes("&lt;".utf8)
    default: [byte]
    }
  }
  let unescaped = HTMLText.text(of: String(decoding: escaped, as: UTF8.self))
  require(unescaped.utf8.elementsEqual(html.utf8), "escaped text changes")
  let comment = String(decoding: html.utf8.filter { $0 != UInt8(ascii: ">") }, as: UTF8.self)
  require(HTMLText.text(of: "<!--\(comment)-->") == "", "a comment has a text")
  if let plain = text.plainText(limit: 60) { checkText(plain, most: 60, "plain text") }
  if let link = html.webAddress { checkLink(link, "a text") }
  if html.utf8.count <= 100 { checkDates(html) }
}

private func checkDates(_ text: String) {
  for zone in [Zone.utc, .kyiv, .frankfurt, .seoul] {
    let times = [MailDate.time(of: text, in: zone), zone.time(of: text)].compactMap { $0 }
    require(times.allSatisfy(AnswerTime.possible.contains), "\(text.debugDescription) is the time \(times)")
    for time in times {
      let day = zone.day(at: time)
      require(zone.time(on: day) <= time && zone.time(on: day.adding(1)) > time, "\(time) is not on \(day)")
    }
  }
  for day in [Day(text), Day(compact: text), Day(text, separator: ".", isDayFirst: true)].compactMap({ $0 }) {
    require(Day(day.description) == day && Day(compact: day.compact) == day, "\(day) is written as another day")
    require(Day(day.dayFirst, separator: ".", isDayFirst: true) == day, "\(day) is written as another day")
  }
}
