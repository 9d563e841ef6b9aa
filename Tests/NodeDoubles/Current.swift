import Locking

/// A server's answer, which can be changed between requests.
package final class Current: Sendable {
  private let value = Guarded<(bytes: [UInt8], status: Int)>(([], 200))

  package init() {}

  package var bytes: [UInt8] {
    get { value.withLock { $0.bytes } }
    set { value.withLock { $0.bytes = newValue } }
  }
  package var status: Int {
    get { value.withLock { $0.status } }
    set { value.withLock { $0.status = newValue } }
  }
  package var text: String {
    get { String(decoding: bytes, as: UTF8.self) }
    set { bytes = Array(newValue.utf8) }
  }
}
