extension FixedWidthInteger {
  /// The sum, or the largest number of the type above that.
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, or the largest number of the type above that.
  package func multipliedSaturated(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// A percentage of the number, rounded down; the largest number of the type where that would be too many.
  package func scaled(percent: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: percent)
    return overflow ? .max : product / 100
  }
}
