import Devnet
import NodeDoubles
import Sending
import StrictJSON
import Testing

@testable import CrashWorker
@testable import Outbox

/// A send whose block is reorganised away after its receipt was seen.
struct ReorganisationRun {
  let depth: Int

  func run() async throws {
    // A chain of its own: others' blocks would be taken back, too.
    let fixture = try await ChainFixture.open()
    let devnet = fixture.devnet
    try await devnet.mine(blocks: 10)
    let job = try await fixture.job(.call, outbox: "")
    let proxy = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let sender = job.sender(over: try CrashJob.node([proxy.url]), .inMemory())
    var options = SendOptions()
    options.tracking.confirmations = UInt64(depth) + 2
    let wanted = options
    let sent = try await job.begin(0, with: sender)
    // So many blocks deep it is when its receipt is seen, and right then it is gone.
    try await devnet.mine(blocks: UInt64(depth - 1))
    proxy.fail(.reorganization(depth: depth), on: "eth_getTransactionReceipt")
    let confirmed = Task { try await sent.confirmed(wanted).hash }
    // A minute at most: it is noticed within seconds.
    for _ in 0..<6_000 where offers(proxy) < 2 { try await Task.sleep(for: .milliseconds(10)) }
    // What is offered is not there yet.
    while await devnet.receipt(sent.hash) == nil, offers(proxy) >= 2 { try await Task.sleep(for: .milliseconds(10)) }
    try await devnet.mine(blocks: UInt64(depth) + 2)
    let hash = try await confirmed.value
    #expect(hash == sent.hash)
    #expect(offers(proxy) >= 2, "it was not offered again")
    #expect(await devnet.receipt(hash)?.isSuccess == true)
    try await Books(of: job, on: devnet).check(did: [0])
  }

  /// The same once nobody waits for it any more.
  func runAfterwards() async throws {
    let fixture = try await ChainFixture.open()
    try await fixture.devnet.mine(blocks: 10)
    let job = try await fixture.job(.transfer, outbox: "")
    let sender = job.sender(over: try CrashJob.node([fixture.server.url]), .inMemory())
    for number in 0..<depth { try await job.carryOut(number, with: sender) }
    let request: JSON = [
      "jsonrpc": "2.0", "id": 1, "method": "anvil_reorg", "params": [.number("\(depth)"), []],
    ]
    _ = await fixture.devnet.answer(request)
    #expect(try await fixture.devnet.nonce(of: job.account(), at: .latest) == 0)
    try await job.carryOut(depth, with: sender)
    try await sender.resumer.recheckStatus()
    for intent in try await sender.outbox.intents(IntentFilter(isLive: true)) {
      try await sender.resumer.resume(intent)
    }
    #expect(try await sender.outbox.intents().allSatisfy { $0.state == .final })
    try await Books(of: job, on: fixture.devnet, from: fixture.firstBlock).check(did: 0...depth)
  }

  private func offers(_ proxy: FaultProxy) -> Int { proxy.count(of: "eth_sendRawTransaction") }
}
