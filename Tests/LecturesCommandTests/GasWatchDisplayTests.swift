import Alerts
import Database
import GasPrices
import Localization
import Locking
import NodeDoubles
import NodeRPC
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

@Suite("The prices that gas watch draws") struct GasWatchDisplayTests {
  private static let cut = NodeError(
    .unreachable, detail: "The node closed the connection without an answer, and so it did the times before.")
  private let home = WalletHome()
  private let output = MemorySink()
  private let errors = MemorySink()
  private let time = Guarded<Int64>(1_795_231_620)

  private func place(_ node: StubNode) async throws -> GasSource {
    home.use(node)
    let settings = try Settings(GivenSettings(profile: nil, path: nil) { $0.flag }, environment: home.environment)
    return try await GasSource(settings) {
      try await Connector(settings) { .inMemory() }.connection(on: try settings.network())
    }
  }

  private func face(_ node: StubNode? = nil, columns: Int = 70) async throws -> GasWatchDisplay {
    let place = try await place(try node ?? StubNode())
    let screen = Screen(isTerminal: true, columns: columns, hasColour: false, hasCursor: true)
    let environment = Environment(
      variables: [:], output: output, errors: errors, screen: screen, errorScreen: screen, prompter: nil)
    return GasWatchDisplay(Console(environment, outputMode: .init()), place) { [time] in time.withLock { $0 } }
  }

  private func quote(_ block: UInt64) -> GasQuote {
    GasQuote(
      source: .node, block: block, baseFee: 1, fullness: [], tiers: PriceRule.tiers(prices: [1, 2, 3], baseFee: 1),
      blockTime: 1)
  }

  /// The lines that stand on the screen now.
  private var picture: [String] {
    let drawn = output.text.split(separator: "\u{1B}[J", omittingEmptySubsequences: false).last ?? ""
    return drawn.split(separator: "\n").map(String.init)
  }

  @Test("A failure leaves the last prices with their age and its reason, once, until there are newer ones")
  func failing() async throws {
    let face = try await face()
    face.show(.reading(quote(7), crossed: []))
    let first = picture
    time.withLock { $0 += 40 }
    let reason = CommandFailure(Self.cut).words(in: .english).sentences
    for _ in 0..<3 { face.show(.failed(Self.cut)) }
    let lost = picture
    #expect(lost.contains { $0.contains("block 7") && $0.hasSuffix("40 s ago") }, "\(lost)")
    // All of the table is there.
    #expect(lost.suffix(first.count - 2) == first.suffix(first.count - 2), "\(lost)")
    #expect(reason.count > 70 && lost.allSatisfy { $0.count <= 70 }, "\(lost)")
    #expect(lost.joined(separator: " ").ranges(of: reason).count == 1, "\(lost)")
    face.show(.reading(quote(8), crossed: []))
    let back = picture
    #expect(back.contains { $0.contains("block 8") } && back.allSatisfy { !$0.hasSuffix(" ago") }, "\(back)")
    #expect(!back.joined(separator: " ").contains(reason), "\(back)")
    #expect(errors.text.isEmpty, "\(errors.text)")
  }

  @Test("Speeds are measured over the newest blocks that the node has, and over those that came with prices since")
  func measured() async throws {
    let node = try StubNode { chain in
      chain.block = 599
      chain.answers["eth_feeHistory"] = { call, _ in
        let asked = (call.params.first?.string).flatMap { Int($0.dropFirst(2), radix: 16) } ?? 0
        guard asked <= 300 else { return .error("too many blocks") }
        return .result([
          "oldestBlock": .string(UInt256(UInt64(600 - asked)).quantity),
          "baseFeePerGas": .array((0...asked).map { _ in "0x1e" }),
          "gasUsedRatio": .array((0..<asked).map { _ in .number("0.5") }),
          "reward": .array((0..<asked).map { _ in .array((0..<4).map { _ in "0x1" }) }),
        ])
      }
    }
    let face = try await face(node, columns: 100)
    let book = try GasBook(at: .file(home.directory.file("gas.sqlite")))
    await face.measure(over: book)
    face.show(.reading(try await place(node).reader.quote(), crossed: []))
    let lines = picture
    #expect(lines.contains { $0.contains("of 142 blocks") }, "\(lines)")
  }

  @Test("Before the first prices the reason stands below the heading")
  func failingAtFirst() async throws {
    let face = try await face()
    face.show(.failed(Self.cut))
    let lines = picture
    #expect(lines.first?.contains("Ctrl-C") == true, "\(lines)")
    let reason = CommandFailure(Self.cut).words(in: .english).sentences
    #expect(lines.dropFirst().joined(separator: " ") == reason, "\(lines)")
  }
}
