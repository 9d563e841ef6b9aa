import CTurboJPEG
import FixtureSupport
import Testing

@testable import QRCodes

@Suite("Files with pictures")
struct PictureFileTests {
  private static let text = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB"

  private static func picture() throws -> Picture { try QRCode(text).picture(scale: 4) }

  /// A file of each kind that is read, by a name.
  private static func files() throws -> [(String, [UInt8])] {
    let picture = try picture()
    let (width, height) = (picture.width, picture.height)
    let coloured = PictureWriter.coloured(picture)
    return [
      ("PNG", try picture.png()),
      ("PNG of 16 bits", try PictureWriter.deepPNG(picture.points, width: width, height: height)),
      ("grey JPEG", try PictureWriter.jpeg(picture.points, width: width, height: height)),
      (
        "JPEG in colours",
        try PictureWriter.jpeg(coloured, width: width, height: height, format: TJPF_RGBA, sampling: TJSAMP_420)
      ),
      (
        "progressive JPEG",
        try PictureWriter.jpeg(
          coloured, width: width, height: height, format: TJPF_RGBA, sampling: TJSAMP_444, flags: TJFLAG_PROGRESSIVE)
      ),
      (
        "JPEG of four inks",
        try PictureWriter.jpeg(
          picture.points.flatMap { [$0, $0, $0, 255] }, width: width, height: height, format: TJPF_CMYK,
          sampling: TJSAMP_444)
      ),
      ("WebP", try PictureWriter.webP(coloured, width: width, height: height, quality: 50)),
      ("WebP without loss", try PictureWriter.webP(coloured, width: width, height: height, quality: nil)),
      (
        "WebP that is transparent where it is light",
        try PictureWriter.webP(
          PictureWriter.coloured(picture) { 255 - $0 }.map { $0 == 255 ? 255 : 0 }, width: width, height: height,
          quality: nil)
      ),
    ]
  }

  @Test("are read whatever their format")
  func formats() throws {
    for (name, file) in try Self.files() {
      let picture = try Picture(file: file)
      #expect(try picture.codes(isolated: false) == [Self.text], "\(name)")
    }
  }

  @Test("that are cut off or damaged are refused or read rightly")
  func damaged() throws {
    var dice = Seeded(5)
    for (_, file) in try Self.files() {
      for _ in 0..<25 {
        var copy = Array(file.prefix(Int.random(in: 0...file.count, using: &dice)))
        if Bool.random(using: &dice) { copy = file }
        for _ in 0..<Int.random(in: 0...4, using: &dice) where !copy.isEmpty {
          copy[Int.random(in: 0..<copy.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
        }
        guard let picture = try? Picture(file: copy), picture.points.count <= 1 << 20 else { continue }
        let found = try picture.codes(isolated: false)
        #expect(found.isEmpty || found == [Self.text])
      }
    }
  }

  @Test("that end in their header are damaged, whatever their format")
  func noHeader() throws {
    for (name, file) in try Self.files() {
      #expect(throws: QRCodeError(.badPicture, ""), "\(name)") { try Picture(file: Array(file.prefix(20))) }
    }
    for (width, height) in [(0, 0), (0, 1), (1, 0), (-1, -1)] {
      #expect(throws: QRCodeError(.badPicture, "")) { try Picture(points: [], width: width, height: height) }
    }
  }

  @Test("that claim to be large take no memory")
  func large() throws {
    let picture = try Self.picture()
    var jpeg = try PictureWriter.jpeg(picture.points, width: picture.width, height: picture.height)
    // Height and width follow the mark of the frame, its length and the bits of a sample.
    let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xc0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xff, 0xff, 0xff, 0xff])
    // More than libjpeg counts to.
    let most = jpeg
    #expect(throws: QRCodeError(.badPicture, "")) { try Picture(file: most) }
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xff, 0x00, 0xff, 0x00])
    // A signature, 14 bits of width and height less one, and no more: 16,384 each.
    let webP: [UInt8] =
      Array("RIFF".utf8) + [0x1a, 0, 0, 0] + Array("WEBPVP8L".utf8) + [0x0d, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f]
      + [UInt8](repeating: 0, count: 8) + [0]
    for file in [jpeg, webP] {
      #expect(throws: QRCodeError(.tooLarge, "")) { try Picture(file: file) }
    }
    #expect(throws: QRCodeError(.tooLarge, "")) {
      try Picture(file: [UInt8](repeating: 0xff, count: Picture.largestFile + 1))
    }
  }

  @Test("that are a JPEG of scans without end are refused")
  func scans() throws {
    let picture = try Self.picture()
    let file = try PictureWriter.jpeg(
      picture.points, width: picture.width, height: picture.height, flags: TJFLAG_PROGRESSIVE)
    let last = try #require(file.indices.dropLast().last { file[$0] == 0xff && file[$0 + 1] == 0xda })
    let scan = file[last..<file.count - 2]
    let many = Array(file.dropLast(2)) + Array(repeating: scan, count: 200).joined() + [0xff, 0xd9]
    #expect(throws: QRCodeError(.badPicture, "")) { try Picture(file: many) }
  }

  @Test("that are animated are refused")
  func animated() throws {
    // Extended, with the bit of an animation, 16 by 16 points; then the animation's background and loops.
    let file: [UInt8] =
      Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0, 15, 0, 0, 15, 0, 0]
      + Array("ANIM".utf8) + [6, 0, 0, 0, 255, 255, 255, 255, 0, 0]
    #expect {
      try Picture(file: file)
    } throws: { error in
      (error as? QRCodeError)?.message.contains("animated") ?? false
    }
  }

  @Test("of another kind are told as what they are, with what to do")
  func kinds() {
    let heic: [UInt8] = [0, 0, 0, 0x18] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
    let avif: [UInt8] = [0, 0, 0, 0x18] + Array("ftypavif".utf8)
    for (bytes, word) in [
      (heic, "HEIC"), (avif, "AVIF"), (Array("GIF89a".utf8), "GIF"), (Array("BM".utf8), "BMP"),
      (Array("%PDF-1.7".utf8), "PDF"), (Array("II*\0".utf8), "TIFF"), ([], "begins"),
    ] {
      #expect {
        try Picture(file: bytes)
      } throws: { error in
        let error = error as? QRCodeError
        return error?.code == .badPicture && error?.reason?.contains(word) == true && error?.advice != nil
      }
    }
  }
}
