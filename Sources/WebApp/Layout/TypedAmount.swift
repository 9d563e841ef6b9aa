import Localization
import Primitives

/// An amount of money that somebody typed, in the signs of any of the languages.
struct TypedAmount: Sendable {
  /// The amount in the smallest unit; nil where there is a problem.
  let units: UInt256?
  let problems: [FieldProblem]

  /// Reads a field.
  ///
  /// - Parameter unit: The unit of the money.
  init(_ visit: Visit, _ text: String?, _ field: String, in unit: Amount.Unit) {
    guard let text else {
      self.init(problem: .missing, visit, field)
      return
    }
    do {
      let units = try Amount(parsing: try TypedNumber(text).plain, unit: unit).wei
      if units > 0 { self.init(units) } else { self.init(problem: .zero, visit, field) }
    } catch let error as LocalizationError where error.code == .ambiguousNumber {
      self.init(problem: .ambiguous, visit, field)
    } catch let error as PrimitivesError where error.code == .tooManyDecimals {
      self.init(problem: .tooFine(unit.decimals), visit, field)
    } catch {
      self.init(problem: .noNumber, visit, field)
    }
  }

  private init(_ units: UInt256) { (self.units, problems) = (units, []) }

  private init(problem: AmountFieldText, _ visit: Visit, _ field: String) {
    (units, problems) = (nil, [FieldProblem(field: field, text: visit.text(problem))])
  }
}
