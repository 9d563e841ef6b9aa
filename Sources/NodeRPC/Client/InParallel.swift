extension Array where Element: Sendable {
  /// Runs a body for each element, a few at once, and gives the outcomes in the elements' order.
  ///
  /// After a failure no further one is begun.
  ///
  /// - Throws: The failure of the first element, in their order, that has one.
  package func inParallel<Outcome: Sendable, Failure: Error>(
    atOnce most: Int, _ body: @escaping @Sendable (Element) async throws(Failure) -> Outcome
  ) async throws(Failure) -> [Outcome] {
    guard count > 1 else { return isEmpty ? [] : [try await body(self[0])] }
    let outcomes = await withTaskGroup(of: (Int, Result<Outcome, Failure>).self) { group in
      var outcomes: [Result<Outcome, Failure>?] = Array<_>(repeating: nil, count: count)
      var waiting = enumerated().makeIterator()
      func begin() {
        guard let (index, element) = waiting.next() else { return }
        group.addTask {
          do throws(Failure) { return (index, .success(try await body(element))) } catch {
            return (index, .failure(error))
          }
        }
      }
      for _ in 0..<most { begin() }
      var hasFailed = false
      while let (index, outcome) = await group.next() {
        outcomes[index] = outcome
        if case .failure = outcome { hasFailed = true }
        if !hasFailed { begin() }
      }
      return outcomes.compactMap { $0 }
    }
    return try outcomes.map { (outcome) throws(Failure) in try outcome.get() }
  }
}
