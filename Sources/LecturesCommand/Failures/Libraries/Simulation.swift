import NodeRPC
import Simulation
import StrictJSON

extension SimulationError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    if cause?.code == .cancelled { return CommandFailure(.interrupted, "Interrupted while waiting for a node.") }
    return CommandFailure(
      .init("simulation.\(code)", .nodeUnavailable), message, reason: reason, call: call, advice: advice,
      details: cause?.rpcMessage.map { ["rpcMessage": .string($0)] } ?? [:])
  }
}
