import CQRReaders
import Files
import FixtureSupport
import Testing

@testable import QRCodes

@Suite("Photos of QR codes")
struct PhotoTests {
  @Test(
    "are read, and never as anything else, however they were taken",
    .enabled(if: qr_reader_is_there(QR_ZXING_THOROUGH)), arguments: PhotoMaker.Kind.allCases)
  func share(kind: PhotoMaker.Kind) async throws {
    var maker = PhotoMaker(seed: 11)
    let count = 8
    var read = 0
    for _ in 0..<count {
      let text = try maker.text()
      let file = try maker.photo(kind, of: text)
      // Other tests wait for the threads on which this one would work for seconds.
      let found = try await BlockingWork.run { try Picture(file: file).codes(isolated: false) }
      #expect(found.isEmpty || found == [text])
      read += found.isEmpty ? 0 : 1
    }
    #expect(read >= (kind == .several ? count * 3 / 4 : count - 1), "\(read) of \(count)")
  }

  @Test("of twelve megapixels are read, the code in a corner of them")
  func large() throws {
    let text = "ethereum:0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB@8217?value=1500000000000000000"
    let code = try QRCode(text).picture(scale: 5)
    let (width, height) = (4032, 3024)
    var points = [UInt8](repeating: 140, count: width * height)
    for row in 0..<code.height {
      let start = (row + 2500) * width + 3500
      points.replaceSubrange(start..<start + code.width, with: code.points[row * code.width..<(row + 1) * code.width])
    }
    let file = try PictureWriter.jpeg(points, width: width, height: height)
    #expect(try Picture(file: file).codes(isolated: false) == [text])
  }

  @Test(
    "are read that were taken so far aslant that one corner is half as large as the one across",
    .enabled(if: qr_reader_is_there(QR_ZXING_THOROUGH)), arguments: [3, 5, 7])
  func aslant(eighths: Double) throws {
    let text = "ethereum:0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB@8217?value=1500000000000000000"
    let picture = try PhotoMaker.drawn(QRCode(text), module: 6, angle: eighths * .pi / 4, tilt: 0.45)
    #expect(try picture.codes(isolated: false) == [text])
  }

  @Test("of two codes have both")
  func two() throws {
    let (one, other) = (try QRCode("one").picture(scale: 4), try QRCode("other").picture(scale: 4))
    let file = try PictureWriter.jpeg(one.points + other.points, width: one.width, height: 2 * one.height)
    #expect(Set(try Picture(file: file).codes(isolated: false)) == ["one", "other"])
  }

  @Test("full of squares like those of a code are refused, and not searched for years")
  func squares() throws {
    let (count, scale) = (60, 3)
    let side = count * 10 * scale
    let points = (0..<side * side).map { index -> UInt8 in
      let (x, y) = (index % side / scale % 10, index / side / scale % 10)
      guard x < 7, y < 7 else { return 255 }
      return max(abs(x - 3), abs(y - 3)) == 2 ? 255 : 0
    }
    let picture = try Picture(points: points, width: side, height: side)
    #expect(throws: QRCodeError(.tooComplex, "")) { try picture.codes(isolated: true, seconds: 1) }
  }

  @Test("are read alike in this process and in others")
  func isolation() throws {
    var maker = PhotoMaker(seed: 12)
    let text = try maker.text()
    let picture = try Picture(file: try maker.photo(.plain, of: text))
    #expect(try picture.codes(isolated: false) == [text])
    #expect(try picture.codes(isolated: true) == [text])
  }

  @Test("are searched by every reader that is installed", arguments: [QR_ZXING, QR_ZXING_THOROUGH, QR_ZBAR])
  func readers(reader: qr_reader) throws {
    guard qr_reader_is_there(reader) else { return }
    let picture = try QRCode("lecture").picture(scale: 4)
    #expect(try ReadingAttempt(reader).texts(in: picture, within: 5) == ["lecture"])
  }
}
