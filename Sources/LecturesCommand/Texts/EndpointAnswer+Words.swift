import LectureKit
import NodeRPC
import Operations

extension [EndpointAnswer<String>] {
  /// The values that endpoints tell, the agreed one first, each with the endpoints that tell it.
  func words(agreed: String?, quoting quote: String) -> String {
    (filter { $0.value == agreed } + filter { $0.value != agreed }).map { answer in
      "\(quote)\(answer.value)\(quote) (\(answer.agreeingEndpoints.words(quoting: quote)))"
    }.joined(separator: "; ")
  }
}

extension [EndpointEvents] {
  /// The number of events that endpoints tell, the agreed first, each with the endpoints that tell them.
  func words(quoting quote: String) -> String {
    (filter(\.isAgreed) + filter { !$0.isAgreed }).map { told in
      "\(told.logs.count) (\(told.agreeingEndpoints.words(quoting: quote)))"
    }.joined(separator: "; ")
  }
}

extension Set<Endpoint> {
  /// The hosts, in the order of their letters.
  func words(quoting quote: String) -> String {
    map { quote + $0.hostAndPort + quote }.sorted().joined(separator: ", ")
  }
}
