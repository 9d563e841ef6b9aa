import Locking
import NodeRPC
import Primitives
import Sending
import Simulation

extension GasCheck {
  /// A check that simulates a request here, so that a node's estimate of its gas is not believed alone. Of a request that
  /// is priced again before it is signed a disagreement is told once.
  init(simulatingOn node: NodeClient, _ cache: StateCache?, telling listen: @escaping OperationListener) {
    let told = Guarded<Set<Call>>([])
    self.init { request in
      // A transaction that cannot be tried here may still be sent: a node's estimate has its bounds.
      guard let simulation = try? await Simulation.begin(with: node, cache: cache),
        let gas = try? await simulation.gas(
          from: request.from, to: request.to, value: request.value.wei, data: request.data)
      else { return nil }
      return Measure(used: gas.used, needed: gas.needed)
    } onDisagreement: { found, request in
      guard told.withLock({ $0.insert(Call(to: request.to, data: request.data)).inserted }) else { return }
      listen(.gasDisagreement(found))
    }
  }

  private struct Call: Hashable {
    let to: Address?
    let data: Bytes
  }
}
