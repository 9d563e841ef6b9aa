import Alerts
import GasPrices
import Localization
import Locking
import NodeDoubles
import NodeRPC
import Operations
import Outbox
import Primitives
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

  private func face() async throws -> GasWatchDisplay {
    home.use(try StubNode())
    let settings = try Settings(GivenSettings(profile: nil, path: nil) { $0.flag }, environment: home.environment)
    let place = try await GasSource(settings) {
      try await Connector(settings) { .inMemory() }.connection(on: try settings.network())
    }
    let screen = Screen(isTerminal: true, columns: 70, hasColour: false, hasCursor: true)
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
