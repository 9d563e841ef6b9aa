import ChainSupport
import Dispatch
import Locking
import NodeDoubles
import Testing

/// A way to a home's node at which something happens before the first transaction arrives.
enum CancellingNode {
  /// - Parameter line: The command that is run there first, by another way.
  static func proxy(of home: ExchangeHome, _ line: String) throws -> FaultProxy {
    let node = FaultProxy.node(port: try #require(home.chain.url.split(separator: ":").last.flatMap { UInt16($0) }))
    let isFirst = Guarded(true)
    return try FaultProxy { body in
      if String(decoding: body, as: UTF8.self).contains("\"eth_sendRawTransaction\""),
        isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        })
      {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
          _ = await home.run(line)
          done.signal()
        }
        done.wait()
      }
      return node(body)
    }
  }
}
