extension SourceProfile {
  /// An answer of which some rows contradict themselves or one another.
  func contradiction(in rows: Int) -> RatesError {
    RatesError(
      .contradictory, "\(title) contradicts itself.",
      reason:
        "\(rows) of its rows pay more than they want, or are there twice with different numbers: they do not count."
    )
  }
}
