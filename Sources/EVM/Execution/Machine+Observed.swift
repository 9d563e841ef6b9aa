extension Machine {
  /// Does something while a tracer looks on, and gives the tracer back with what it has seen, even after an error.
  public func observed<T: Tracer, Result>(by tracer: inout T, _ body: () throws -> Result) rethrows -> Result {
    self.tracer = tracer
    defer {
      if let seen = self.tracer as? T { tracer = seen }
      self.tracer = nil
    }
    return try body()
  }
}
