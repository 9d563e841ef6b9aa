extension Day {
  /// Spans of at most so many days each that together are the days from one to another, both included.
  static func spans(from first: Day, to last: Day, of length: Int) -> [ClosedRange<Day>] {
    guard first <= last else { return [] }
    return stride(from: first.number, through: last.number, by: length).map { number in
      Day(number: number)...Day(number: min(number + length - 1, last.number))
    }
  }

  /// The newest days from one to another, both included, at most `count` of them.
  static func newest(_ count: Int, from first: Day, to last: Day) -> [Day] {
    guard first <= last else { return [] }
    return (max(first.number, last.number - count + 1)...last.number).map { Day(number: $0) }
  }
}

extension [CurrencyPair] {
  /// The currencies in them besides one, each once and ordered.
  func currencies(besides common: Currency) -> [Currency] {
    Set(flatMap { [$0.base, $0.quote] }).subtracting([common]).sorted()
  }
}
