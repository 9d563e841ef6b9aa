import Localization
import Markup
import Operations

extension AgreedReading {
  /// The line with the evidence of a page, and the endpoints that contradict it.
  func line(_ visit: Visit) -> [Element.Node] {
    guard block != nil else { return [.element(endpointEvidence.oneNodesLine(visit))] }
    return visit.site.texts.lines(of: self, in: visit.language).map { line in
      .element(line.isWarning ? .note(line.value, .warning) : .paragraph(line.value, ["class": "quiet"]))
    }
  }
}

extension EndpointEvidence {
  /// The line below facts of which one node was asked.
  func oneNodesLine(_ visit: Visit) -> Element {
    let text: ReadingPageText = level == nil ? .oneNode : visit.site.platform == nil ? .ownNode : .sitesNode
    return .paragraph(visit.text(text), ["class": "quiet"])
  }
}

extension ReadingPageText {
  /// A sentence about how a transaction ended, with a reserve where only one node's word stands for it.
  static func sentence<Words: Phrase>(_ phrase: Words, isOneNodesWord: Bool, _ visit: Visit) -> String
  where Words.Text == String {
    isOneNodesWord ? visit.text(ReadingPageText.byOneNode(visit.text(phrase))) : visit.text(phrase)
  }
}
