import FixtureSupport
import Platform
@testable import QRCodes

/// Photos of codes, made from a seed.
struct PhotoMaker {
  /// Reasons why a photo is hard to read.
  enum Kind: CaseIterable {
    case plain, turned, noise, blur, perspective, light, shadow, compressed, small, inverted, several
  }

  private var dice: Seeded

  init(seed: UInt64) { dice = Seeded(seed) }

  /// A text as wallets show it: an address, a request, a request for a token, a pairing.
  mutating func text() throws -> String {
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in String(Int.random(in: 0..<16, using: &dice), radix: 16) }.joined()
    }
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: return "0x\(digits(40))"
    case 1: return "ethereum:0x\(digits(40))@8217?value=\(Int.random(in: 1..<1 << 60, using: &dice))"
    case 2:
      return
        "ethereum:0x\(digits(40))@1/transfer?address=0x\(digits(40))&uint256=\(Int.random(in: 1..<1 << 60, using: &dice))"
    default: return "wc:\(digits(64))@2?relay-protocol=irn&symKey=\(digits(64))"
    }
  }

  /// A photo of a code with a text.
  mutating func photo(_ kind: Kind, of text: String) throws -> [UInt8] {
    func has(_ other: Kind) -> Bool { kind == other || kind == .several && Bool.random(using: &dice) }
    let level = QRCode.ErrorCorrection.allCases.randomElement(using: &dice) ?? .medium
    let code = try QRCode(text, errorCorrection: level)
    let module = kind == .small ? Double.random(in: 2.2...3, using: &dice) : .random(in: 4...6, using: &dice)
    let angle = has(.turned) ? Double.random(in: 0...2 * .pi, using: &dice) : .random(in: -0.1...0.1, using: &dice)
    let tilt = has(.perspective) ? Double.random(in: 0.1...0.33, using: &dice) : 0
    var picture = try Self.drawn(code, module: module, angle: angle, tilt: tilt)
    if kind == .inverted { picture = try changed(picture) { 255 - $2 } }
    if has(.blur) {
      for _ in 0..<Int.random(in: 1...2, using: &dice) { picture = picture.smoothed(radius: 1) }
    }
    let (width, height) = (Double(picture.width), Double(picture.height))
    if has(.light) {
      let (slope, strength) = (
        Double.random(in: 0...2 * .pi, using: &dice), Double.random(in: 0.5...1.2, using: &dice)
      )
      picture = try changed(picture) { x, y, light in
        light * (1 + strength * ((x / width - 0.5) * cos(slope) + (y / height - 0.5) * sin(slope)))
      }
    }
    if has(.shadow) {
      let (edge, depth) = (Double.random(in: 0.3...0.7, using: &dice), Double.random(in: 0.35...0.7, using: &dice))
      picture = try changed(picture) { x, y, light in x + y < edge * (width + height) ? light * depth : light }
    }
    let spread = has(.noise) ? Double.random(in: 10...32, using: &dice) : 3
    var noise = dice
    // The sum of four even numbers is nearly normal; its variance is a third.
    picture = try changed(picture) { _, _, light in
      light + spread * 3.0.squareRoot() * ((0..<4).reduce(-2) { sum, _ in sum + .random(in: 0..<1, using: &noise) })
    }
    dice = noise
    switch Int.random(in: 0..<3, using: &dice) {
    case _ where has(.compressed):
      return try PictureWriter.jpeg(
        picture.points, width: picture.width, height: picture.height, quality: .random(in: 12...30, using: &dice))
    case 0: return try picture.png()
    case 1: return try PictureWriter.jpeg(picture.points, width: picture.width, height: picture.height)
    default:
      return try PictureWriter.webP(
        PictureWriter.coloured(picture), width: picture.width, height: picture.height, quality: 60)
    }
  }

  /// A code on a grey desk, turned, its far side shorter by the tilt.
  static func drawn(_ code: QRCode, module: Double, angle: Double, tilt: Double) throws -> Picture {
    let side = Int(Double(code.size + 8) * module * 1.5)
    var points: [UInt8] = []
    for row in 0..<side {
      for column in 0..<side {
        var light = 0.0
        for part in 0..<4 {
          let x = (Double(column) + 0.25 + 0.5 * Double(part % 2) - Double(side) / 2) / module
          let y = (Double(row) + 0.25 + 0.5 * Double(part / 2) - Double(side) / 2) / module
          // From the picture back to the paper.
          let far = 1 - tilt * y / Double(code.size + 8)
          let (flatX, flatY) = (x / far, y / far)
          let u = flatX * cos(angle) + flatY * sin(angle) + Double(code.size) / 2
          let v = flatY * cos(angle) - flatX * sin(angle) + Double(code.size) / 2
          let isPaper = (-4..<Double(code.size + 4)).contains(u) && (-4..<Double(code.size + 4)).contains(v)
          light += isPaper ? (code[Int(u.rounded(.down)), Int(v.rounded(.down))] ? 30 : 220) : 120
        }
        points.append(UInt8(light / 4))
      }
    }
    return try Picture(points: points, width: side, height: side)
  }

  private func changed(
    _ picture: Picture, _ change: (_ x: Double, _ y: Double, _ light: Double) -> Double
  ) throws -> Picture {
    let points = picture.points.enumerated().map { index, light in
      let (x, y) = (Double(index % picture.width), Double(index / picture.width))
      return UInt8(min(max(change(x, y, Double(light)), 0), 255))
    }
    return try Picture(points: points, width: picture.width, height: picture.height)
  }
}
