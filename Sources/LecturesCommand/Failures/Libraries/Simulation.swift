import NodeRPC
import Simulation
import StrictJSON

extension SimulationErrors: CommandFailureDomain {
  static let subject = "simulation"

  static func status(of error: SimulationError) -> ExitStatus { .nodeUnavailable }

  static func details(of error: SimulationError) -> JSONObject {
    (error.cause as? NodeError)?.rpcMessage.map { ["rpcMessage": .string($0)] } ?? [:]
  }

  static func commandFailure(of error: SimulationError) -> CommandFailure {
    if (error.cause as? NodeError)?.code == .cancelled {
      return CommandFailure(.interrupted, "Interrupted while waiting for a node.")
    }
    return CommandFailure(
      code(of: error), error.message, reason: error.reason, call: error.call, advice: error.advice,
      details: details(of: error))
  }
}
