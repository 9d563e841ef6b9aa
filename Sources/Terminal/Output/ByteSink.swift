import Locking

/// A destination of output: a descriptor of the process, or memory.
package protocol ByteSink: Sendable {
  /// Writes all bytes; returns 0, or the `errno` of the write that failed.
  func write(_ bytes: [UInt8]) -> Int32
}

/// Standard output or standard error.
struct DescriptorSink: ByteSink {
  let descriptor: Int32

  func write(_ bytes: [UInt8]) -> Int32 { Descriptor.write(bytes, to: descriptor) }
}

/// Output kept in memory to be looked at afterwards, as a test does.
package final class MemorySink: ByteSink {
  private let bytes = Guarded<[UInt8]>([])

  /// An empty memory.
  package init() {}

  package func write(_ more: [UInt8]) -> Int32 {
    bytes.withLock { $0 += more }
    return 0
  }

  /// All that was written, as text.
  package var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}
