import CQRReaders

extension Picture {
  /// The texts of the QR codes in the picture, each once, by libzxing and libzbar; what is no UTF-8 is left out.
  ///
  /// Where one library finds none, it and the other look at the picture smoothed, sharpened, larger, smaller, with light
  /// for dark, and aslant. The libraries run in processes of their own, with bounds to their time. It may take some seconds
  /// for a large picture that has no code.
  ///
  /// - Throws: `noReader` where neither library is installed; `tooComplex`; `noMemory`.
  public func codes() throws(QRCodeError) -> [String] { try codes(isolated: true) }

  /// As ``codes()``, with the libraries in this process or in others, where each look may take so many seconds of work.
  func codes(isolated: Bool, seconds: UInt32 = ReadingAttempt.mostSeconds) throws(QRCodeError) -> [String] {
    let attempts = ReadingAttempt.all.filter { qr_reader_is_there($0.reader) }
    guard !attempts.isEmpty else {
      throw QRCodeError(
        .noReader, "QR codes cannot be read on this machine.", reason: "Neither libzxing nor libzbar is installed.",
        advice: "Install them: apt-get install libzxing2 libzbar0")
    }
    let end = ContinuousClock.now + ReadingAttempt.longest
    // Of a very large picture the first attempt sees all; later ones have enough of a smaller one.
    var smaller = self
    for (index, attempt) in attempts.enumerated() {
      while index > 0, smaller.points.count > ReadingAttempt.mostPoints { smaller = smaller.halved }
      guard !isolated || .now < end else { throw ReadingAttempt.tooComplex("It takes too long.") }
      guard let seen = attempt.change(smaller) else { continue }
      let texts = try attempt.texts(in: seen, within: isolated ? seconds : nil)
      guard texts.isEmpty else { return texts }
    }
    return []
  }
}
