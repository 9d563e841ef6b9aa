import Keys
import LectureKit
import Primitives
import StrictJSON
import Testing

@Suite("Descriptions of lectures")
struct DescriptionTests {
  private static let contract = try! Address("0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB")
  private static let chainID = UInt256(1001)
  private static let lecture = (UInt256(1) << 255) + 7

  /// Values that Python's eth-account 0.13 made, by the key of 32 bytes 0x11.
  private enum Vector {
    static let signer = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A"
    static let linkHash = "0xa796ddb95f678237f66d492eb63d218d9cbcc430821fc7a953cbdd1600021456"
    static let full = "0xdc8d756f7edc00a0d43a3efdce864998f521961d21f26f1b109ca5b2e2516879"
    static let fullSignature =
      "0x5f057a35cccd798f1d149741bae87dcebc4d129106599aef4d739323d62e8bb0"
      + "501f32e2b9be42b6f7fd1e7c021bfb25d67af36b4d80cc1fd180a540618b33291c"
    static let bare = "0x05ceb4c566163c5867fc89593a52fd1a965c0674ca84740b85761e1befa4a12a"
    static let request = "0x45b97e7f064e3e353f712c94adf4a57b9d59afc9be6ee0c98659229f1d9688bb"
    static let requestSignature =
      "0x2f0def527bd461f6f66e7917c59913f023c4c0d933591da564063c1dd4159549"
      + "2f65a747a18043104d8090ac7f4c086756296d34b1c40f229d4c1312b2f532291b"
  }

  private static func link() throws -> BuyersLink {
    try BuyersLink(url: "https://meet.example/soil?key=%C3%A9", salt: Hash32(Bytes(0..<32)))
  }

  private static func date(_ starts: String, _ ends: String) throws -> DescribedDate {
    let (first, last) = (try #require(DescribedTime(starts)), try #require(DescribedTime(ends)))
    return try #require(DescribedDate(starts: first, ends: last))
  }

  private static func full(issuedAt: UInt64 = 1_795_000_000) throws -> LectureDescription {
    let content = try DescriptionContent(
      texts: [
        DescribedText(language: "en", text: "Soil, year one\n<b>\"quotes\" & \\"),
        DescribedText(language: "ko", text: "흙, 첫해 👩‍🌾"),
      ],
      dates: [
        date("2026-12-01T18:00:00+02:00", "2026-12-01T19:30:00+02:00"),
        date("2027-01-05T18:00:00+09:00", "2027-01-05T20:00:00+09:00"),
      ], place: "Київ, вул. Хрещатик 1", seats: 20)
    return try LectureDescription(lecture: lecture, run: 3, content: content, linkHash: link().hash, issuedAt: issuedAt)
  }

  private static func signed() throws -> SignedDescription {
    try SignedDescription(full(), chainID: chainID, contract: contract, signature: Bytes(hex: Vector.fullSignature))
  }

  private static func reason(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "(none)"
    } catch let error as LectureError {
      return error.code == .invalidDescription ? error.reason ?? "" : "\(error.code)"
    } catch { return "\(error)" }
  }

  @Test("have the hashes, and take the signatures, that Python's eth-account makes")
  func vectors() throws {
    #expect(try Self.link().hash.hex == Vector.linkHash)
    let signed = try Self.signed()
    #expect(signed.hash.hex == Vector.full)
    #expect(try Signature(bytes65: signed.signature).recover(signed.hash).address.checksummed == Vector.signer)
    let bare = try LectureDescription(
      lecture: 0, run: nil, content: DescriptionContent(texts: [DescribedText(language: "uk", text: "Ґрунт")]),
      issuedAt: 1)
    #expect(try bare.typedData(chainID: Self.chainID, contract: Self.contract).digest().hex == Vector.bare)
    let request = LinkRequest(
      site: "https://lectures.example", lecture: Self.lecture, run: 3, student: try Address(Vector.signer),
      nonce: try Hash32(Bytes(32..<64)), issuedAt: 1_795_000_000)
    let digest = try request.typedData(chainID: Self.chainID, contract: Self.contract).digest()
    #expect(digest.hex == Vector.request)
    let signature = try Signature(bytes65: Bytes(hex: Vector.requestSignature))
    #expect(try signature.recover(digest).address == request.student)
  }

  @Test("are read as they are written, with the hash that was signed")
  func reading() throws {
    let signed = try Self.signed()
    let read = try SignedDescription(parsing: signed.json.serializedBytes())
    #expect(read == signed && read.hash == signed.hash)
    #expect(try SignedDescription(parsing: Bytes(signed.json.serialized(prettyIndent: 2).utf8)) == signed)
    #expect(read.description.content.dates[0].starts.seconds == 1_796_140_800)
    let request = SignedLinkRequest(
      LinkRequest(site: "https://a.example", lecture: 1, run: 0, student: .zero, issuedAt: 7), signature: [1, 2])
    #expect(try SignedLinkRequest(parsing: request.json.serializedBytes()) == request)
  }

  @Test("are refused with a member that is changed, missing, twice or not known")
  func strictness() throws {
    let text = try Self.signed().json.serialized()
    for (part, other, told) in [
      ("{", "[", "no JSON"), ("\"chain\"", "\"chains\"", "no member chain"), ("{", "{\"more\":1,", "not known here"),
      ("{", "{\"seats\":1,", "no JSON"), ("\"1001\"", "1001", "chain cannot"),
      ("\"1001\"", "\"01001\"", "chain cannot"),
      (Self.contract.checksummed, Self.contract.lowercaseHex, "contract cannot"), ("\"3\"", "\"03\"", "runs cannot"),
      ("\"3\"", "\"some\"", "runs cannot"), ("\"3\"", "\"9007199254740993\"", "out of range"),
      ("\"issuedAt\":1795000000", "\"issuedAt\":-1", "issuedAt cannot"),
      ("\"issuedAt\":1795000000", "\"issuedAt\":0", "out of range"),
      ("\"issuedAt\":1795000000", "\"issuedAt\":1.5", "issuedAt cannot"), ("0xa796", "0xA796", "linkHash cannot"),
      ("\"seats\":20", "\"seats\":1000001", "1000000 seats"), ("\"seats\":20", "\"seats\":\"20\"", "seats cannot"),
      ("\"en\"", "\"English\"", "language is a tag"), ("\"en\"", "\"ko\"", "no JSON"),
      ("2026-12-01T19:30:00+02:00", "2026-12-01T18:00:00+02:00", "A date has"),
      ("2026-12-01T19:30:00+02:00", "2026-11-31T19:30:00+02:00", "A date has"),
      ("{\"starts\"", "{\"x\":1,\"starts\"", "A date has"), ("Soil, ", "Soil, \\u0007", "control"),
      ("Soil, ", "Soil, \\u009b31m", "control"), ("Київ,", "Київ\\n", "one line"),
      ("\"signature\":\"0x", "\"signature\":\"0X", "signature cannot"),
      ("\"signature\":\"0x", "\"signature\":\"0x" + String(repeating: "00", count: 2_048), "signature cannot"),
    ] {
      let found = try #require(text.firstRange(of: part), "\(part)")
      var changed = text
      changed.replaceSubrange(found, with: other)
      let told = (given: told, found: Self.reason { _ = try SignedDescription(parsing: Bytes(changed.utf8)) })
      #expect(told.found.contains(told.given), "\(part) → \(other): \(told.found)")
    }
  }

  @Test("are bounded: texts, dates, place and the whole, of which the largest can be written and read")
  func bounds() throws {
    let quotes = String(repeating: "\"", count: DescriptionContent.Most.text)
    let texts = try ["en", "ko", "uk", "de"].map { try DescribedText(language: $0, text: quotes) }
    let day = try Self.date("2026-12-01T18:00:00+02:00", "2026-12-01T19:30:00+02:00")
    let dates = [DescribedDate](repeating: day, count: DescriptionContent.Most.dates)
    let place = String(repeating: "\"", count: DescriptionContent.Most.place)
    let content = try DescriptionContent(texts: texts, dates: dates, place: place, seats: 1_000_000)
    let largest = try SignedDescription(
      LectureDescription(lecture: .max, run: 1 << 53, content: content, issuedAt: 1 << 53), chainID: .max,
      contract: Self.contract, signature: Bytes(repeating: 0xff, count: SignedDescription.longestSignature))
    #expect(try SignedDescription(parsing: largest.json.serializedBytes()) == largest)
    let one = try DescribedText(language: "fr", text: "x")
    #expect(Self.reason { _ = try DescriptionContent(texts: texts + [one]) }.contains("16000 bytes"))
    #expect(Self.reason { _ = try DescriptionContent(texts: []) }.contains("0 texts"))
    #expect(Self.reason { _ = try DescriptionContent(texts: [one, one]) }.contains("two texts"))
    #expect(Self.reason { _ = try DescriptionContent(texts: [one], dates: dates + [day]) }.contains("50 dates"))
    #expect(Self.reason { _ = try DescriptionContent(texts: [one], place: place + "x") }.contains("300 bytes"))
    #expect(Self.reason { _ = try DescribedText(language: "en", text: quotes + "x") }.contains("4000 bytes"))
    #expect(Self.reason { _ = try DescribedText(language: "en", text: "") }.contains("1 to"))
    let long = Bytes(repeating: 0x20, count: SignedDescription.mostBytes + 1)
    #expect(Self.reason { _ = try SignedDescription(parsing: long) }.contains("longer than"))
    let request = #expect(throws: LectureError.self) { try SignedLinkRequest(parsing: long) }
    #expect(request?.code == .invalidLinkRequest && request?.reason?.contains("longer than") == true)
    let deep = Bytes(repeating: 0x5b, count: 20_000)
    #expect(Self.reason { _ = try SignedDescription(parsing: deep) }.contains("no JSON"))
  }

  @Test("are shown in a language that is asked for, else in English, else in the first")
  func languages() throws {
    func shown(_ languages: [String], _ wanted: String) throws -> String {
      try DescriptionContent(texts: languages.map { try DescribedText(language: $0, text: $0) }).text(in: wanted).text
    }
    #expect(try shown(["en", "ko-KR", "uk"], "ko") == "ko-KR")
    #expect(try shown(["uk", "ko-KR", "ko"], "ko") == "ko")
    #expect(try shown(["uk", "en-GB"], "ko") == "en-GB")
    #expect(try shown(["de", "fr"], "ko") == "de")
  }

  @Test("hide the link for buyers: it is an https address, and its hash hangs on a salt that is new each time")
  func links() throws {
    let (first, second) = (try BuyersLink(url: "https://a.example"), try BuyersLink(url: "https://a.example"))
    #expect(first.hash != second.hash && first.salt != second.salt)
    for url in [
      "http://a.example", "https://", "javascript:alert(1)", "https://a b", "https://ä.example", "https://a\n",
      "https://" + String(repeating: "a", count: 1_000),
    ] {
      #expect(Self.reason { _ = try BuyersLink(url: url) }.contains("begins with https"), "\(url)")
    }
  }

  @Test("of a teacher's file are read strictly, with the link that goes to buyers alone")
  func files() throws {
    let file = try DescriptionFile(
      parsing: Bytes(
        #"{"texts": {"en": "Soil"}, "dates": [{"starts": "2026-12-01T18:00:00Z", "ends": "2026-12-01T19:00:00Z"}], "#
          .utf8) + Bytes(#""link": "https://a.example"}"#.utf8))
    #expect(file.content.dates[0].starts.text == "2026-12-01T18:00:00+00:00" && file.link == "https://a.example")
    #expect(file.content.seats == 0 && file.content.place.isEmpty)
    #expect(
      Self.reason { _ = try DescriptionFile(parsing: Bytes(#"{"texts": {"en": 1}}"#.utf8)) }.contains("no string"))
    #expect(Self.reason { _ = try DescriptionFile(parsing: Bytes("{}".utf8)) }.contains("no member texts"))
    let unknown = Bytes(#"{"texts": {"en": "a"}, "seat": 3}"#.utf8)
    #expect(Self.reason { _ = try DescriptionFile(parsing: unknown) }.contains("not known here"))
  }

  @Test("times are those that RFC 3339 has, with a zone and without fractions")
  func times() {
    #expect(DescribedTime("1970-01-01T00:00:00Z")?.seconds == 0)
    #expect(DescribedTime("2024-02-29T23:59:59-09:30")?.seconds == 1_709_285_399)
    #expect(DescribedTime("9999-12-31T23:59:59Z")?.seconds == 253_402_300_799)
    for text in [
      "", "2026-12-01", "2026-12-01T18:00:00", "2026-12-01 18:00:00Z", "2026-12-01T24:00:00Z", "2026-02-29T00:00:00Z",
      "2026-12-01T18:60:00Z", "2026-13-01T18:00:00Z", "2026-00-01T18:00:00Z", "2026-12-00T18:00:00Z",
      "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+01:00", "2026-12-01T18:00:00.5Z", "２０２６-12-01T18:00:00Z",
      "2026-12-01T18:00:00+2:000", "2026-12-01T18:00:00+24:00", "+026-12-01T18:00:00Z",
    ] {
      #expect(DescribedTime(text) == nil, "\(text)")
    }
  }

  @Test("requests for a link count for five minutes, and from a clock a minute ahead")
  func requests() {
    func counts(_ issuedAt: UInt64, at time: Int64) -> Bool {
      LinkRequest(site: "https://a.example", lecture: 0, run: 0, student: .zero, issuedAt: issuedAt)
        .isInForce(at: time)
    }
    #expect(counts(1_000, at: 1_000) && counts(1_000, at: 1_299) && counts(1_060, at: 1_000))
    #expect(!counts(1_000, at: 1_300) && !counts(1_061, at: 1_000) && !counts(0, at: -1) && !counts(.max, at: 1_000))
  }
}
