import Database
import Outbox

extension Outbox {
  /// The place for people: a path, or a server's address without its secrets.
  var placeName: String { place.name }
}
