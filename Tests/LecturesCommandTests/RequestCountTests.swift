import ChainSupport
import Locking
import NodeDoubles
import Testing

@testable import LecturesCommand

@Suite("The requests of a command")
struct RequestCountTests {
  /// A lecture for 3 coins, and a way to its node that counts how often it is asked for the chain's id alone.
  private func fixture() async throws -> (MarketHome, FaultProxy, Guarded<Int>) {
    let home = try await MarketHome()
    try await home.done("create --price 3 --title A --from teacher --yes")
    let port = try #require(home.chain.url.split(separator: ":").last.flatMap { UInt16($0) })
    let asked = Guarded(0)
    let proxy = try FaultProxy(
      FaultProxy.node(port: port),
      observe: { step in
        // A simulation asks for it beside its block, in one exchange.
        if step.moment == .request, step.method == "eth_chainId" { asked.withLock { $0 += 1 } }
      })
    return (home, proxy, asked)
  }

  @Test("a purchase asks for the chain's id once while it reads, once while it plans, and once before it signs")
  func purchase() async throws {
    let (home, proxy, asked) = try await fixture()
    let planned = Guarded<Int?>(nil)
    let run = await home.run(
      "purchase 0 --from student --endpoint \(proxy.url)", answers: ["y", WalletHome.password]
    ) { _ in
      planned.withLock { if $0 == nil { $0 = asked.withLock { $0 } } }
    }
    #expect(run.status == .success, "\(run.errors)")
    #expect(planned.withLock { $0 } == 2)
    #expect(asked.withLock { $0 } == 3)
  }

  @Test("a purchase that an earlier run made asks for the chain's id once, and plans nothing")
  func earlier() async throws {
    let (home, proxy, asked) = try await fixture()
    try await home.done("purchase 0 --from student --yes --price 3")
    let run = await home.run("purchase 0 --from student --yes --price 3 --endpoint \(proxy.url)")
    #expect(run.status == .success && run.output.contains("nothing was paid again"), "\(run.output)\(run.errors)")
    #expect(asked.withLock { $0 } == 1)
    #expect(proxy.count(of: "eth_estimateGas") == 0 && proxy.count(of: "eth_feeHistory") == 0)
  }
}
