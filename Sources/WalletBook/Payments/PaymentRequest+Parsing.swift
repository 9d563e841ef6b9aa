import Primitives

extension PaymentRequest {
  /// A QR code holds no more bytes.
  static let longest = 2953

  /// Reads a request, or a plain address as one that asks for nothing more.
  ///
  /// - Throws: `badRequest` for what is none: a mistyped address, a number that is no whole number of the smallest unit, a
  ///   parameter that comes twice; `unsupportedRequest` for one that asks for more than a transfer, or by a name.
  public init(parsing text: String) throws(WalletBookError) {
    guard text.utf8.count <= Self.longest else { throw Self.bad("It has more than \(Self.longest) bytes.") }
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw Self.bad("It has blanks or other characters that belong into no request.")
    }
    if text.lowercased().hasPrefix("0x") {
      self.init(to: try Self.address(text[...]))
      return
    }
    let rest = try Self.afterScheme(text)
    let (head, query) = rest.split(at: "?")
    let (place, function) = head.split(at: "/")
    let (target, chain) = place.split(at: "@")
    let address = try Self.address(target)
    let chainID = try chain.map { (text) throws(WalletBookError) in try Self.chain(text) }
    let parameters = try Parameters(query)
    if let function {
      guard function == "transfer" else {
        throw Self.unsupported("It calls the function \(TerminalSafe.name(function)) of a contract.")
      }
      guard let recipient = parameters["address"] else { throw Self.bad("It does not say who gets the tokens.") }
      guard parameters["value"] == nil else { throw Self.unsupported("It sends money along with tokens.") }
      self.init(
        to: try Self.address(recipient[...]), token: address, amount: try parameters.number("uint256"),
        chainID: chainID, notes: try parameters.notes(besides: ["address", "uint256"]))
    } else {
      self.init(
        to: address, token: nil, amount: try parameters.number("value"), chainID: chainID,
        notes: try parameters.notes(besides: ["value"]))
    }
  }

  private static func afterScheme(_ text: String) throws(WalletBookError) -> Substring {
    guard let colon = text.firstIndex(of: ":") else { throw bad("It is no address and does not begin with ethereum:") }
    let scheme = text[..<colon].lowercased()
    guard scheme == "ethereum" else {
      throw unsupported("It is one of \(TerminalSafe.name(scheme)):, not of ethereum:")
    }
    let rest = text[text.index(after: colon)...]
    return rest.hasPrefix("pay-") ? rest.dropFirst(4) : rest
  }

  static func address(_ text: Substring) throws(WalletBookError) -> Address {
    guard !text.isEmpty else { throw bad("It does not say who is to be paid.") }
    guard text.lowercased().hasPrefix("0x") else {
      throw unsupported(
        "It names the receiver \(TerminalSafe.name(text)), and no service of names is asked here.")
    }
    do throws(PrimitivesError) {
      return try Address(String(text))
    } catch {
      throw bad(error.message.split(separator: "\n").first.map(String.init) ?? error.message)
    }
  }

  private static func chain(_ text: Substring) throws(WalletBookError) -> UInt256 {
    // In hexadecimal as wallets for phones write it.
    let isHex = text.lowercased().hasPrefix("0x")
    let digits = isHex ? text.dropFirst(2) : text
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && (isHex ? $0.isHexDigit : $0.isNumber) }),
      let chainID = try? UInt256(parsing: isHex ? "0x\(digits)" : String(digits)), chainID > 0
    else { throw bad("Its chain \(TerminalSafe.name(text)) is no number above 0.") }
    return chainID
  }

  static func bad(_ reason: String) -> WalletBookError {
    WalletBookError(
      .badRequest, "This is no request to pay.", reason: reason, advice: "Ask for another one, or type the address.")
  }

  static func unsupported(_ reason: String) -> WalletBookError {
    WalletBookError(
      .unsupportedRequest, "This request to pay is not understood.", reason: reason,
      advice: "Nothing was paid. Ask for a plain address and the amount.")
  }
}

/// The parameters behind the question mark, each name once.
private struct Parameters {
  private let pairs: [(name: String, value: String)]

  init(_ query: Substring?) throws(WalletBookError) {
    var pairs: [(name: String, value: String)] = []
    for part in (query ?? "").split(separator: "&", omittingEmptySubsequences: query == nil) {
      let (name, value) = part.split(at: "=")
      guard let value, !name.isEmpty else { throw PaymentRequest.bad("A parameter has no name or no value.") }
      guard !pairs.contains(where: { $0.name == name }) else {
        throw PaymentRequest.bad("It says \(TerminalSafe.name(name)) twice.")
      }
      pairs.append((String(name), String(value)))
    }
    self.pairs = pairs
  }

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  func number(_ name: String) throws(WalletBookError) -> UInt256? {
    guard let text = self[name] else { return nil }
    guard let number = WholeNumber.read(text) else {
      throw PaymentRequest.bad("The \(name) \(TerminalSafe.name(text)) is no whole number of the smallest unit.")
    }
    return number
  }

  /// The other parameters as notes, if they may be passed over.
  ///
  /// - Throws: `unsupportedRequest` for arguments of a call, and for what is marked as required.
  func notes(besides known: Set<String>) throws(WalletBookError) -> [PaymentRequest.Note] {
    var notes: [PaymentRequest.Note] = []
    for (name, value) in pairs where !known.contains(name) {
      let small = name.lowercased()
      // The price of the payer's gas is the payer's affair.
      if ["gas", "gaslimit", "gasprice"].contains(small) { continue }
      guard !small.hasPrefix("req"), !Self.instructions.contains(small), !Self.isArgument(small) else {
        throw PaymentRequest.unsupported("It wants \(TerminalSafe.name(name)), which is not known here.")
      }
      notes.append(PaymentRequest.Note(name: name, value: value))
    }
    return notes
  }

  /// The names by which other kinds of requests change a payment, and misspelt ones of parameters known here.
  private static let instructions: Set<String> = [
    "amount", "asset", "calldata", "chain", "chainid", "contract", "currency", "data", "deadline", "expires",
    "function",
    "input", "network", "nonce", "recipient", "spl-token", "to", "token",
  ]

  /// Whether it is the type of a call's argument.
  private static func isArgument(_ name: String) -> Bool {
    if name == "value" { return true }
    let kind = name.prefix { $0.isLetter }
    guard ["uint", "int", "address", "bool", "bytes", "string", "fixed", "ufixed", "function"].contains(kind) else {
      return name.hasPrefix("(")
    }
    return name.dropFirst(kind.count).allSatisfy { $0.isNumber || "[]x".contains($0) }
  }
}

/// A number as EIP-681 has it: `2.014e18`, if it is a whole one.
enum WholeNumber {
  static func read(_ text: String) -> UInt256? {
    let (mantissa, exponent) = text[...].split(at: "e", "E")
    var shift = 0
    if let exponent {
      guard (1...2).contains(exponent.utf8.count), isDigits(exponent), let number = Int(exponent), number <= 77 else {
        return nil
      }
      shift = number
    }
    var (whole, fraction) = mantissa.split(at: ".")
    if whole.first == "+" { whole = whole.dropFirst() }
    guard !whole.isEmpty || fraction != nil, isDigits(whole), fraction.map({ !$0.isEmpty && isDigits($0) }) ?? true
    else { return nil }
    var digits = fraction ?? ""
    while digits.last == "0" { digits = digits.dropLast() }
    guard digits.utf8.count <= shift else { return nil }
    let zeros = String(repeating: "0", count: shift - digits.utf8.count)
    return try? UInt256(parsing: "0" + whole + digits + zeros)
  }

  private static func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

extension Substring {
  /// The parts before and behind the first of some characters; the second is nil if there is none.
  fileprivate func split(at marks: Character...) -> (Substring, Substring?) {
    guard let index = firstIndex(where: { marks.contains($0) }) else { return (self, nil) }
    return (self[..<index], self[self.index(after: index)...])
  }
}
