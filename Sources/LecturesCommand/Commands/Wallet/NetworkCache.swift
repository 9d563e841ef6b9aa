import Operations
import Primitives

/// Networks by their names, each read out of the settings once.
final class NetworkCache {
  private let context: CommandContext
  private var networks: [String: Network?] = [:]

  init(_ context: CommandContext) { self.context = context }

  /// The network of a name; nil where there is none.
  func network(_ name: String) -> Network? {
    if let network = networks[name] { return network }
    let network = try? context.settings.network(named: name)
    networks[name] = .some(network)
    return network
  }

  /// An amount of a network's coin in a list.
  func roundedText(_ amount: Amount, on name: String) -> String {
    network(name)?.roundedText(amount) ?? amount.rounded(in: .ether)
  }
}
