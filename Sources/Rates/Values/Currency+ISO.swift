extension Currency {
  /// The currency with a number of ISO 4217, as in 980 for the hryvnia; nil if none in use has it.
  init?(isoNumber number: Int) {
    guard let currency = Self.byNumber[number] else { return nil }
    self = currency
  }

  /// Whether ISO 4217 has it: the money of a state, a metal or a drawing right, and no coin of a chain.
  var isISO: Bool { Self.ofISO.contains(self) }

  /// Whether it is a state's money, or a coin that the sources here have.
  public var isKnown: Bool { isISO || Self.coins.contains(self) }

  /// Whether it is one of the coins that exchanges have.
  public var isCoin: Bool { Self.coins.contains(self) }

  /// The currencies that are known here, by code.
  public static var known: [Currency] { (Array(ofISO) + coins).sorted() }

  /// The coins that exchanges have beside the platform's own.
  private static let coins = [
    "ADA", "AVAX", "BCH", "BNB", "BTC", "DAI", "DOGE", "DOT", "ETH", "KAIA", "LINK", "LTC", "POL", "SHIB", "SOL", "TRX",
    "USDC", "USDT", "XLM", "XRP",
  ].compactMap { Currency($0) }

  private static let ofISO = Set(byNumber.values)

  private static let byNumber = Dictionary(
    iso.split(separator: " ").compactMap { row in
      Int(row.suffix(3)).flatMap { number in Currency(String(row.prefix(3))).map { (number, $0) } }
    }, uniquingKeysWith: { first, _ in first })

  /// Codes and numbers of ISO 4217, some that went out of use lately among them; funds and codes for tests are not.
  private static let iso = """
    AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BHD048 BIF108 BMD060 \
    BND096 BOB068 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHF756 CLP152 CNY156 COP170 CRC188 CUC931 \
    CUP192 CVE132 CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 \
    GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364 ISK352 JMD388 \
    JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 \
    LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MYR458 MZN943 NAD516 \
    NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941 \
    RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SLL694 SOS706 SRD968 SSP728 STN930 SVC222 \
    SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 UYU858 UZS860 \
    VED926 VES928 VND704 VUV548 WST882 XAF950 XAG961 XAU959 XCD951 XCG532 XDR960 XOF952 XPD964 XPF953 XPT962 YER886 \
    ZAR710 ZMW967 ZWG924
    """
}
