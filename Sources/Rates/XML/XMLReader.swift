import CXML2
import Primitives

/// A document of somebody else's in XML, read one piece after another by libxml2, which is opened on first use.
///
/// Nothing is fetched, and nothing is taken from the document but elements, attributes and text: ``XMLScreen`` has refused
/// document types, and so entities of the document's own, before the library sees them.
final class XMLReader {
  /// A piece of a document; comments and instructions are read over.
  enum Piece: Equatable {
    /// The beginning of an element, with its name as it is written, as in `media:content`.
    case start(String, [String: String])
    /// Text, its entities read, or the content of a CDATA section.
    case text(String)
    /// The end of an element.
    case end(String)
  }

  /// The bounds of a document.
  struct Limits {
    /// The most bytes; for more than this the library's time would grow faster than they.
    var bytes = 1 << 20
    /// The deepest nesting of elements.
    var depth = 32
    /// The most beginnings and ends of elements, texts and comments together.
    var nodes = 100_000
  }

  private let xml: cxml2
  private let document: UnsafeMutableBufferPointer<CChar>
  private let reader: UnsafeMutableRawPointer
  private let limits: Limits
  /// The names of the elements that are open.
  private var open: [String] = []
  private var nodes = 0
  /// Whether the element that began last ends at once, as in `<br/>`.
  private var isEmpty = false

  /// Looks through the bytes of a document, in UTF-8 or windows-1251.
  ///
  /// - Throws: `badAnswer` for a document that breaks a bound, has a document type or another encoding; `noReader` where
  ///   libxml2 is not installed.
  init(_ bytes: Bytes, limits: Limits = Limits()) throws(RatesError) {
    guard bytes.count <= limits.bytes else { throw RatesError(xml: "It is longer than \(limits.bytes) bytes.") }
    let text = try XMLEncoding.utf8(of: bytes)
    try XMLScreen.check(text)
    guard let xml = Library.xml else {
      throw RatesError(
        .noReader, "XML cannot be read on this machine.", reason: "libxml2 is not installed.",
        advice: "Install it: apt-get install libxml2")
    }
    xml.beQuiet()
    // The library reads from where the bytes lie, as long as it reads.
    let document = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.count)
    _ = document.initialize(fromContentsOf: text.lazy.map { CChar(bitPattern: $0) })
    guard let start = document.baseAddress,
      let reader = xml.reader_for_memory(start, Int32(text.count), nil, "UTF-8", Int32(CXML2_OPTIONS))
    else {
      document.deallocate()
      throw RatesError(xml: "There is no memory to read it.")
    }
    (self.xml, self.document, self.reader, self.limits) = (xml, document, reader, limits)
  }

  deinit {
    xml.free_reader(reader)
    document.deallocate()
  }

  /// The next piece; nil at the end of the document.
  ///
  /// - Throws: `badAnswer` where the document breaks a rule of XML or a bound.
  func next() throws(RatesError) -> Piece? {
    if isEmpty {
      isEmpty = false
      return open.popLast().map { .end($0) }
    }
    while true {
      switch xml.read(reader) {
      case 1: break
      case 0: return nil
      default: throw RatesError(xml: "It breaks a rule of XML.")
      }
      nodes += 1
      guard nodes <= limits.nodes else { throw RatesError(xml: "It has more than \(limits.nodes) parts.") }
      switch xml.node_type(reader) {
      case NodeType.element: return try start()
      case NodeType.endElement: return open.popLast().map { .end($0) }
      case NodeType.text, NodeType.cdata, NodeType.blank: return .text(Self.string(xml.value(reader)))
      case NodeType.comment, NodeType.instruction, NodeType.insignificantBlank: continue
      default: throw RatesError(xml: "It has a document type or an entity of its own.")
      }
    }
  }

  /// The text up to the end of the element that began last; elements inside it are read over, their text stays.
  ///
  /// - Throws: As ``next()``.
  func text() throws(RatesError) -> String {
    let depth = open.count
    var text = ""
    while let piece = try next() {
      if case .text(let more) = piece { text += more }
      if case .end = piece, open.count < depth { break }
    }
    return text
  }

  private func start() throws(RatesError) -> Piece {
    let name = Self.string(xml.name(reader))
    guard open.count < limits.depth else { throw RatesError(xml: "It is deeper than \(limits.depth) elements.") }
    isEmpty = xml.is_empty(reader) == 1
    var attributes: [String: String] = [:]
    while xml.next_attribute(reader) == 1 {
      attributes[Self.string(xml.name(reader))] = Self.string(xml.value(reader))
    }
    _ = xml.move_to_element(reader)
    open.append(name)
    return .start(name, attributes)
  }

  private static func string(_ text: UnsafePointer<UInt8>?) -> String { text.map { String(cString: $0) } ?? "" }

  /// The numbers of libxml2's kinds of nodes that can be met (`xmlReaderTypes`).
  private enum NodeType {
    static let element: Int32 = 1
    static let text: Int32 = 3
    static let cdata: Int32 = 4
    static let instruction: Int32 = 7
    static let comment: Int32 = 8
    static let insignificantBlank: Int32 = 13
    static let blank: Int32 = 14
    static let endElement: Int32 = 15
  }

  /// libxml2, opened at its first use.
  private enum Library {
    static let xml: cxml2? = {
      var xml = cxml2()
      return cxml2_open(&xml) == 1 ? xml : nil
    }()
  }
}

extension cxml2 {
  /// Keeps the library from writing to standard error on this thread.
  fileprivate func beQuiet() { withUnsafePointer(to: self) { cxml2_be_quiet($0) } }
}

extension RatesError {
  /// A document of XML that cannot be read.
  init(xml reason: String) { self.init(.badAnswer, "The XML of an answer cannot be read.", reason: reason) }
}
