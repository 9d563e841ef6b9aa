import Keystores
import Primitives
import StrictJSON

/// A key file: what is read, is written and read again as the same; it is never opened here.
func fuzzKeystore(_ bytes: Bytes) {
  do throws(KeystoreError) {
    let file = try KeystoreFile(bytes)
    let again = must("reading a key file's own bytes") { () throws(KeystoreError) in try KeystoreFile(file.bytes) }
    require(again == file, "a key file changes when written: \(file.json)")
    for layout in KeystoreFile.Layout.allCases {
      guard let laidOut = try? file.version4(layout) else { continue }
      let read = must("reading a file laid out anew") { () throws(KeystoreError) in try KeystoreFile(laidOut.bytes) }
      require(read == laidOut && read.address == file.address, "a file laid out anew changes: \(laidOut.json)")
    }
    try file.check()
  } catch {
    requirePresentable(error, of: "a key file")
  }
}
