import NodeRPC

extension NodeClient.Options {
  /// For clients of nodes in the tests' own process, which on a busy machine may take their time: each request is made
  /// once, and only what hangs for ever runs into a time limit.
  package static var patient: NodeClient.Options {
    NodeClient.Options().with {
      $0.retries = 0
      $0.connectTimeout = .seconds(600)
      $0.requestTimeout = .seconds(600)
      $0.deadline = .seconds(3_600)
      // The port of a server that hung may be another test's next.
      $0.health = EndpointHealth()
    }
  }
}
