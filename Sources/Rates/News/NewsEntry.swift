import Primitives
import StrictJSON

/// An item of a feed as it is written there.
struct NewsEntry {
  var id = ""
  var title = ""
  var link = ""
  var date = ""
  var summary = ""
  var image: String?
}

extension NewsEntry {
  /// The items of RSS 2.0, from the first on.
  ///
  /// - Throws: `badAnswer` for what is no RSS.
  static func rss(_ answer: SourceAnswer, mostBytes: Int, most: Int) throws(RatesError) -> [NewsEntry] {
    let reader = try XMLReader(answer.body, limits: XMLReader.Limits(bytes: mostBytes))
    guard case .start(let root, _) = try reader.next(), root == "rss" || root == "rdf:RDF" else {
      throw RatesError(xml: "It is no RSS.")
    }
    var entries: [NewsEntry] = []
    while entries.count < most, let piece = try reader.next() {
      if case .start("item", _) = piece { entries.append(try NewsEntry(rss: reader)) }
    }
    return entries
  }

  /// Reads an item of RSS after its beginning, to its end.
  private init(rss reader: XMLReader) throws(RatesError) {
    var isLink = true
    loop: while let piece = try reader.next() {
      guard case .start(let name, let attributes) = piece else {
        if piece == .end("item") { break loop }
        continue
      }
      // Its pictures are members as the item's own are.
      if name == "media:group" { continue }
      let text = try reader.text()
      switch name {
      case "title": title = text
      case "link": link = text
      case "pubDate": date = text
      case "dc:date": if date.isEmpty { date = text }
      case "description": summary = text
      case "guid": (id, isLink) = (text, attributes["isPermaLink"] != "false")
      case "enclosure", "media:content", "media:thumbnail":
        let isPicture = attributes["medium"].map { $0 == "image" } ?? attributes["type"]?.hasPrefix("image/") ?? true
        if isPicture { image = image ?? attributes["url"] }
      default: break
      }
    }
    if link.isEmpty, isLink { link = id }
  }

  /// The items of the JSON that finance.ua's own pages are made of.
  static func financeUA(_ rows: some Sequence<JSON>) -> [NewsEntry] {
    rows.map { row in
      let place = row["URL"]?.text.map { "https://news.finance.ua/\($0.drop { $0 == "/" })" }
      return NewsEntry(
        id: row["ID"]?.text ?? "", title: row["Title"]?.text ?? "", link: place ?? "",
        date: row["PublishTime"]?.text ?? "", summary: row["Descr"]?.text ?? "", image: row["CoverURL"]?.text)
    }
  }
}
