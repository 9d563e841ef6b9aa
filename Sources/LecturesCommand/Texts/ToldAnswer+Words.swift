import LectureKit
import NodeRPC

extension [ToldAnswer<String>] {
  /// The values that endpoints tell, the agreed one first, each with the endpoints that tell it.
  func words(agreed: String?, quoting quote: String) -> String {
    (filter { $0.value == agreed } + filter { $0.value != agreed }).map { answer in
      let hosts = answer.tellers.map { quote + $0.hostAndPort + quote }.sorted()
      return "\(quote)\(answer.value)\(quote) (\(hosts.joined(separator: ", ")))"
    }.joined(separator: "; ")
  }
}
