import Conformance
import StrictJSON

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Reads state tests from standard input, one a line, and writes what comes of each as a line of JSON: our side of
// Scripts/differential.sh.
while let line = readLine() {
  print(StateTests.outcome(of: Array(line.utf8)).serialized())
  fflush(nil)
}
