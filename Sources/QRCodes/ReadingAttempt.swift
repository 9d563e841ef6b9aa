import CQRReaders

/// A reader, and what is done to a picture before it sees it.
struct ReadingAttempt: Sendable {
  let reader: qr_reader
  /// Gives the picture that is looked at; nil where that is of no use.
  let change: @Sendable (Picture) -> Picture?

  init(_ reader: qr_reader, _ change: @escaping @Sendable (Picture) -> Picture? = { $0 }) {
    self.reader = reader
    self.change = change
  }

  /// In the order in which they find most in the least time (the benchmark `photos` measures it).
  static let all = [
    ReadingAttempt(QR_ZXING_THOROUGH),
    ReadingAttempt(QR_ZXING_THOROUGH) { $0.smoothed(radius: 1) },
    ReadingAttempt(QR_ZXING_THOROUGH) { $0.inverted },
    ReadingAttempt(QR_ZBAR),
    ReadingAttempt(QR_ZXING_THOROUGH) { $0.sharpened },
    ReadingAttempt(QR_ZXING_THOROUGH) { $0.smoothed(radius: 2) },
    ReadingAttempt(QR_ZXING_THOROUGH) { $0.halved },
    ReadingAttempt(QR_ZXING_THOROUGH) { $0.inverted.smoothed(radius: 1) },
    ReadingAttempt(QR_ZBAR) { $0.smoothed(radius: 1) },
    ReadingAttempt(QR_ZBAR) { $0.points.count <= mostDoubled ? $0.doubled.smoothed(radius: 2) : nil },
    ReadingAttempt(QR_ZBAR) { $0.inverted },
    .tilted(right: 0, down: 0.25),
    .tilted(right: 0, down: -0.25),
    .tilted(right: 0.25, down: 0),
    .tilted(right: -0.25, down: 0),
  ]

  /// libzxing takes modules to be nearly of one size: of a code that was taken too much aslant it sees one that is less so.
  private static func tilted(right: Double, down: Double) -> ReadingAttempt {
    ReadingAttempt(QR_ZXING_THOROUGH) { picture in
      var smaller = picture
      while smaller.points.count > mostTilted { smaller = smaller.halved }
      return smaller.smoothed(radius: 1).tilted(right: right, down: down)
    }
  }

  /// Points of a picture that is looked at more than once.
  static let mostPoints = 16 << 20
  /// Points of a picture that is looked at larger.
  private static let mostDoubled = 2 << 20
  /// Points of a picture that is looked at aslant.
  private static let mostTilted = 4 << 20
  /// Seconds of work, which no photo needs: but squares like those of a code, by the hundred, keep libzxing busy for years.
  static let mostSeconds: UInt32 = 5
  /// The time after which no other attempt is made; all of them together take a sixth of it for a photo without a code.
  static let longest = Duration.seconds(30)
  /// Twenty codes have fewer bytes.
  private static let mostBytes = 1 << 16

  /// The texts that the reader finds, each once.
  ///
  /// - Parameter seconds: The most work of a process for it; nil for this process and no bound.
  func texts(in picture: Picture, within seconds: UInt32?) throws(QRCodeError) -> [String] {
    var found = [UInt8](repeating: 0, count: Self.mostBytes)
    let (width, height) = (UInt32(picture.width), UInt32(picture.height))
    let count =
      if let seconds {
        qr_read(reader, picture.points, width, height, seconds, &found, found.count)
      } else {
        qr_read_here(reader, picture.points, width, height, &found, found.count)
      }
    switch count {
    case Int(QR_NO_MEMORY): throw QRCodeError(.noMemory, "There is no memory to read the picture.")
    case Int(QR_TOO_SLOW): throw Self.tooComplex("There is too much in it that looks like a code.")
    case Int(QR_CRASHED): throw Self.tooComplex("The library that reads codes breaks down over it.")
    default: return Self.split(found.prefix(count))
    }
  }

  /// The error of a picture that would be searched without end.
  static func tooComplex(_ reason: String) -> QRCodeError {
    QRCodeError(
      .tooComplex, "The picture cannot be searched for QR codes.", reason: reason, advice: "Cut out the code.")
  }

  /// The texts among bytes, each of which stands after its length.
  private static func split(_ found: ArraySlice<UInt8>) -> [String] {
    let sizeOfLength = MemoryLayout<UInt32>.size
    var (texts, rest): ([String], ArraySlice<UInt8>) = ([], found)
    while rest.count >= sizeOfLength {
      let count = Int(rest.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
      rest = rest.dropFirst(sizeOfLength)
      if let text = String(validating: rest.prefix(count), as: UTF8.self), !texts.contains(text) { texts.append(text) }
      rest = rest.dropFirst(count)
    }
    return texts
  }
}
