#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ends the run unless the claim is true; libFuzzer keeps the input that did it.
func require(_ claim: @autoclosure () -> Bool, _ what: @autoclosure () -> String) {
  if claim() { return }
  fail(what())
}

/// What must succeed; its error ends the run.
func must<Value, Failure: Error>(_ what: String, _ body: () throws(Failure) -> Value) -> Value {
  do throws(Failure) { return try body() } catch { fail("\(what) failed: \(error)") }
}

/// An error's text is at most four lines, and nothing in it can move a terminal's cursor.
func requirePresentable(_ error: any Error, of what: String) {
  let text = "\(error)"
  require(!text.isEmpty, "\(what): an error without a text")
  require(text.utf8.count(where: { $0 == 0x0a }) < 4, "\(what): an error of more than four lines:\n\(text)")
  requirePrintable(text, of: what)
}

/// No control character but the line end.
func requirePrintable(_ text: String, of what: String) {
  require(
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x0a },
    "\(what): a control character in \(text.debugDescription)")
}

private func fail(_ what: String) -> Never {
  complain("\n== invariant broken: \(what)")
  abort()
}

/// Writes a line to standard error.
func complain(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
