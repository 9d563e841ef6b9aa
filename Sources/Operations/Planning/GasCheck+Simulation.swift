import NodeRPC
import Primitives
import Sending
import Simulation

extension GasCheck {
  /// A check that simulates a request here, so that a node's estimate of its gas is not believed alone.
  init(simulatingOn node: NodeClient, _ cache: StateCache?, telling listen: @escaping OperationListener) {
    self.init { request in
      // A transaction that cannot be tried here may still be sent: a node's estimate has its bounds.
      guard let simulation = try? await Simulation.begin(with: node, cache: cache),
        let gas = try? await simulation.gas(
          from: request.from, to: request.to, value: request.value.wei, data: request.data)
      else { return nil }
      return Measure(used: gas.used, needed: gas.needed)
    } onDisagreement: {
      listen(.gasDisagreement($0))
    }
  }
}
