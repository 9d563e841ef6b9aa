import FixtureSupport
import Testing

extension DocsPage {
  /// Compares the page with what it should be, or writes it.
  func check(_ wanted: String) throws {
    try write(wanted)
    #expect(try text() == wanted, "\(advice)")
  }
}
