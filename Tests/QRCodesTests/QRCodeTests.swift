import FixtureSupport
import Testing

@testable import QRCodes

@Suite("QR codes")
struct QRCodeTests {
  static let texts = [
    "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB",
    "ethereum:0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB@8217?value=1500000000000000000",
    "ethereum:0x70997970C51812dc3A010C7d01b50e0d17dc79C8@1/transfer?address=0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"
      + "&uint256=115792089237316195423570985008687907853269984665640564039457584007913129639935",
    "스위프트 입문 10 KLAY", "1", String(repeating: "lecture ", count: 120),
  ]

  @Test(
    "are read back from PNG, at every level of correction and several sizes", arguments: texts,
    QRCode.ErrorCorrection.allCases)
  func png(text: String, level: QRCode.ErrorCorrection) throws {
    let code = try QRCode(text, errorCorrection: level)
    for scale in [3, 4, 8] {
      let file = try code.picture(scale: scale).png()
      #expect(try Picture(file: file).codes(isolated: false) == [text])
    }
  }

  @Test("are read back from the terminal's half blocks, either way round", arguments: texts)
  func terminal(text: String) throws {
    for isInverted in [false, true] {
      let lines = try QRCode(text).lines(isInverted: isInverted).map(Array.init)
      let (width, scale) = (lines[0].count, 4)
      var points: [UInt8] = []
      for row in 0..<lines.count * 2 * scale {
        let line = lines[row / scale / 2]
        let isUpper = row / scale % 2 == 0
        for column in 0..<width * scale {
          let ink = line[column / scale] == "█" || line[column / scale] == (isUpper ? "▀" : "▄")
          points.append(ink != isInverted ? 0 : 255)
        }
      }
      let picture = try Picture(points: points, width: width * scale, height: lines.count * 2 * scale)
      #expect(try picture.codes(isolated: false) == [text])
    }
  }

  @Test("are read back from SVG", arguments: texts)
  func svg(text: String) throws {
    let code = try QRCode(text)
    let svg = code.svg
    let side = code.size + 2 * QRCode.margin
    #expect(svg.contains("viewBox=\"0 0 \(side) \(side)\""))
    var modules = [UInt8](repeating: 255, count: side * side)
    for part in svg.split(separator: "M").dropFirst() {
      let numbers = part.split { !$0.isNumber }.compactMap { Int($0) }
      for x in numbers[0]..<numbers[0] + numbers[2] { modules[numbers[1] * side + x] = 0 }
    }
    let scale = 5
    let points = (0..<side * scale * side * scale).map { index in
      modules[index / (side * scale) / scale * side + index % (side * scale) / scale]
    }
    #expect(try Picture(points: points, width: side * scale, height: side * scale).codes(isolated: false) == [text])
  }

  @Test("are read two from one picture, and none from paper")
  func several() throws {
    let (one, other) = (try QRCode("one").picture(scale: 4), try QRCode("other").picture(scale: 4))
    #expect(one.width == other.width)
    let both = try Picture(points: one.points + other.points, width: one.width, height: 2 * one.height)
    #expect(Set(try both.codes(isolated: false)) == ["one", "other"])
    #expect(
      try Picture(points: [UInt8](repeating: 255, count: 10_000), width: 100, height: 100).codes(isolated: false) == [])
  }

  @Test("hold no more than they can")
  func tooLong() throws {
    #expect(throws: QRCodeError(.tooLong, "")) { try QRCode("") }
    #expect(throws: QRCodeError(.tooLong, "")) { try QRCode(String(repeating: "x", count: 2954)) }
    #expect(throws: QRCodeError(.tooLong, "")) {
      try QRCode(String(repeating: "x", count: 2000), errorCorrection: .high)
    }
    #expect(try QRCode(String(repeating: "x", count: 2953), errorCorrection: .low).size == 177)
  }
}

@Suite("Pictures from outside")
struct PictureTests {
  @Test("that are random never end the program")
  func random() throws {
    var dice = Seeded(1)
    for _ in 0..<300 {
      let (width, height) = (Int.random(in: 1...160, using: &dice), Int.random(in: 1...160, using: &dice))
      let points = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &dice) }
      _ = try Picture(points: points, width: width, height: height).codes(isolated: false)
    }
  }

  @Test("with codes that were tampered with never end the program")
  func hostile() throws {
    var dice = Seeded(2)
    var read = 0
    for round in 0..<600 {
      let bytes = (0..<Int.random(in: 1...300, using: &dice)).map { _ in UInt8.random(in: 32...126, using: &dice) }
      let text = String(decoding: bytes, as: UTF8.self)
      let level = QRCode.ErrorCorrection.allCases.randomElement(using: &dice) ?? .low
      let code = try QRCode(text, errorCorrection: level).picture(scale: 3)
      var points = code.points
      // Modules are turned over, and stripes wiped out.
      for _ in 0..<round % 60 {
        let (x, y) = (
          Int.random(in: 0..<code.width / 3, using: &dice), Int.random(in: 0..<code.height / 3, using: &dice)
        )
        for point in 0..<9 { points[(y * 3 + point / 3) * code.width + x * 3 + point % 3] ^= 0xff }
      }
      if round % 7 == 0 {
        let start = Int.random(in: 0..<points.count, using: &dice)
        for index in start..<min(points.count, start + 3 * code.width) { points[index] = 0 }
      }
      let found = try Picture(points: points, width: code.width, height: code.height).codes(isolated: false)
      read += found == [text] ? 1 : 0
      // What correction lets through is what was written.
      if round % 60 == 0, round % 7 != 0 { #expect(found == [text]) }
    }
    #expect(read > 50)
  }

  @Test("that are damaged files are refused or read, and never end the program")
  func damaged() throws {
    var dice = Seeded(3)
    let file = try QRCode("0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB").picture(scale: 3).png()
    for length in 0..<min(file.count, 400) {
      #expect(throws: QRCodeError(.badPicture, "")) { try Picture(file: Array(file.prefix(length))) }
    }
    for _ in 0..<1500 {
      var copy = file
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        copy[Int.random(in: 8..<copy.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      _ = try? Picture(file: copy).codes(isolated: false)
    }
  }

  @Test("that claim to be large take no memory")
  func large() throws {
    let file = try QRCode("x").picture(scale: 1).png()
    // Width and height are the first eight bytes of the first chunk; its check sum has to fit.
    for (width, height) in [(0x7fff_ffff, 1), (20_000, 20), (10_000, 10_000)] as [(UInt32, UInt32)] {
      var header = Array(file[12..<29])
      for (index, side) in [width, height].enumerated() {
        for byte in 0..<4 { header[4 + index * 4 + byte] = UInt8(truncatingIfNeeded: side >> UInt32(24 - 8 * byte)) }
      }
      let sum = Self.checkSum(header)
      let tail = [24, 16, 8, 0].map { (shift: UInt32) in UInt8(truncatingIfNeeded: sum >> shift) }
      var copy = file
      copy.replaceSubrange(12..<33, with: header + tail)
      let claim = copy
      #expect {
        try Picture(file: claim)
      } throws: { error in
        let code = (error as? QRCodeError)?.code
        return code == .tooLarge || code == .badPicture
      }
    }
    #expect(throws: QRCodeError(.tooLarge, "")) { try Picture(points: [], width: 20_000, height: 1) }
  }

  /// CRC-32 as PNG has it.
  private static func checkSum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xffff_ffff as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
  }

  @Test("are read when they are light on dark")
  func inverted() throws {
    for text in QRCodeTests.texts {
      let picture = try QRCode(text).picture(scale: 4)
      let dark = try Picture(points: picture.points.map { 255 - $0 }, width: picture.width, height: picture.height)
      #expect(try dark.codes(isolated: false) == [text])
    }
  }
}
