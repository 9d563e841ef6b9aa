import Primitives
@testable import QRCodes

/// A picture's file, or (where it begins as none) the modules of a code, a bit each: nothing ends the program, and a text that
/// comes out is never read as another one when it is drawn.
func fuzzPicture(_ bytes: Bytes) {
  let picture: Picture
  do throws(QRCodeError) {
    picture = PictureFormat(of: bytes) == nil ? try modules(bytes) : try Picture(file: bytes)
  } catch {
    requirePresentable(error, of: "a picture")
    return
  }
  // Large pictures only cost time.
  guard picture.points.count <= 1 << 20 else { return }
  let texts = must("reading codes") { () throws(QRCodeError) in try picture.codes(isolated: false) }
  for text in texts where !text.isEmpty {
    guard let code = try? QRCode(text, errorCorrection: .low) else { continue }
    let again = must("reading a code of ours") { () throws(QRCodeError) in
      try code.picture(scale: 4).codes(isolated: false)
    }
    // Not every code is found; what is found has to be right.
    require(again.isEmpty || again == [text], "the code of \(text.debugDescription) is read as \(again)")
  }
}

/// A code of as many modules as there are bits, with the three squares in its corners, so that it is looked at closely.
private func modules(_ bytes: Bytes) throws(QRCodeError) -> Picture {
  let version = Int(bytes.first ?? 0) % 10
  let (size, scale, margin) = (21 + 4 * version, 3, 4)
  func isDark(_ x: Int, _ y: Int) -> Bool {
    for (left, top) in [(0, 0), (size - 7, 0), (0, size - 7)]
    where (-1...7).contains(x - left) && (-1...7).contains(y - top) {
      let ring = max(abs(x - left - 3), abs(y - top - 3))
      return ring != 2 && ring != 4
    }
    if x == 6 || y == 6 { return (x + y) % 2 == 0 }
    let bit = y * size + x
    let index = 1 + bit / 8
    return index < bytes.count && bytes[index] >> UInt8(bit % 8) & 1 == 1
  }
  let side = (size + 2 * margin) * scale
  let points = (0..<side * side).map { index -> UInt8 in
    let (x, y) = (index % side / scale - margin, index / side / scale - margin)
    return (0..<size).contains(x) && (0..<size).contains(y) && isDark(x, y) ? 0 : 255
  }
  return try Picture(points: points, width: side, height: side)
}
