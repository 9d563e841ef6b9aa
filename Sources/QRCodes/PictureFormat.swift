/// The formats of pictures that are recognised by their first bytes.
enum PictureFormat: Sendable, Hashable {
  case png, jpeg, webp
  /// Formats that are not read here.
  case heic, avif, gif, tiff, bmp, pdf

  /// The format that a file begins as; nil for any other.
  init?(of file: [UInt8]) {
    func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool { file.dropFirst(offset).starts(with: bytes) }
    func begins(_ text: String, at offset: Int = 0) -> Bool { begins(Array(text.utf8), at: offset) }
    switch true {
    case begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]): self = .png
    case begins([0xff, 0xd8, 0xff]): self = .jpeg
    case begins("RIFF") && begins("WEBP", at: 8): self = .webp
    case begins("ftypavif", at: 4) || begins("ftypavis", at: 4): self = .avif
    // ISO/IEC 23008-12: a phone's brands, and what says only that there is an image of that family.
    case ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains { begins("ftyp\($0)", at: 4) }:
      self = .heic
    case begins("GIF8"): self = .gif
    case begins("II*\0") || begins("MM\0*"): self = .tiff
    case begins("BM"): self = .bmp
    case begins("%PDF"): self = .pdf
    default: return nil
    }
  }
}
