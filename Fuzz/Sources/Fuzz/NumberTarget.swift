import Primitives

/// Text that may be a number, an amount, an address, a hash or hexadecimal: what is read, is written and read the same.
func fuzzNumber(_ bytes: Bytes) {
  let text = String(decoding: bytes, as: UTF8.self)
  check("hexadecimal", text) { (text) throws(PrimitivesError) in
    let bytes = try Hex.decode(text)
    let digits = text.lowercased()
    let plain = digits.hasPrefix("0x") ? String(digits.dropFirst(2)) : digits
    require(Hex.encode(bytes, prefix: false) == plain, "hexadecimal \(text)")
  }
  check("a number", text) { (text) throws(PrimitivesError) in
    let number = try UInt256(parsing: text)
    require((try? UInt256(parsing: number.description)) == number, "the number \(text)")
    require((try? UInt256(quantity: number.quantity)) == number, "the quantity of \(text)")
    require((try? UInt256(bigEndian: number.bigEndianBytes)) == number, "the bytes of \(text)")
    require((try? Int256(parsing: text)) == Int256(exactly: number), "the signed number \(text)")
  }
  check("a signed number", text) { (text) throws(PrimitivesError) in
    let number = try Int256(parsing: text)
    require((try? Int256(parsing: number.description)) == number, "the signed number \(text)")
    require((try? Int256(bigEndian: number.bigEndianBytes)) == number, "the bytes of \(text)")
  }
  check("a quantity", text) { (text) throws(PrimitivesError) in
    let number = try UInt256(quantity: text)
    require(number.quantity == text.lowercased(), "the quantity \(text)")
  }
  check("an address", text) { (text) throws(PrimitivesError) in
    let address = try Address(text)
    require(address.lowercaseHex == text.lowercased(), "the address \(text)")
    require((try? Address(address.checksummed)) == address, "the checksum of \(text)")
  }
  check("a hash", text) { (text) throws(PrimitivesError) in
    let hash = try Hash32(text)
    require((try? Hash32(hash.hex)) == hash, "the hash \(text)")
  }
  checkAmounts(text)
}

private func checkAmounts(_ text: String) {
  check("an amount", text) { (text) throws(PrimitivesError) in
    let amount = try Amount(parsing: text)
    require((try? Amount(parsing: amount.description)) == amount, "the amount \(text)")
  }
  for unit in [Amount.Unit.wei, .gwei, .kaia] {
    check("an amount of \(unit.name)", text) { (text) throws(PrimitivesError) in
      let amount = try Amount(parsing: text, unit: unit)
      let shown = amount.formatted(in: unit)
      require((try? Amount(parsing: shown, unit: unit)) == amount, "\(text) \(unit.name) becomes \(shown)")
      let short = amount.formatted(in: unit, maximumFractionDigits: 2)
      require((try? Amount(parsing: short, unit: unit)).map { $0 <= amount } == true, "\(text) is shown as \(short)")
    }
    check("a difference of \(unit.name)", text) { (text) throws(PrimitivesError) in
      let difference = try unit.parseSigned(text)
      let shown = unit.formatSigned(difference)
      require((try? unit.parseSigned(shown)) == difference, "\(text) \(unit.name) becomes \(shown)")
    }
  }
}

private func check(_ what: String, _ text: String, _ body: (String) throws(PrimitivesError) -> Void) {
  do throws(PrimitivesError) { try body(text) } catch { requirePresentable(error, of: what) }
}
