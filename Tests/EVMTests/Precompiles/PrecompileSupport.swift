import EVM
import Primitives
import Testing

/// Calls a precompile by its address, with bytes around the input that must not be read.
struct PrecompileCall {
  let precompile: Precompile

  init(_ number: UInt16, at fork: Fork) throws {
    precompile = try #require(Precompile.table(for: fork)[Address(truncating: UInt256(number))])
  }

  func gas(_ input: Bytes) -> UInt64 { precompile.gas(framed(input)) }

  func run(_ input: Bytes) -> Bytes? { precompile.run(framed(input)) }

  func run(hex: String) throws -> String? { run(try Bytes(hex: hex)).map { Hex.encode($0, prefix: false) } }

  private func framed(_ input: Bytes) -> ArraySlice<UInt8> {
    ([0xff, 0xff, 0xff] + input + [0xff])[3..<(3 + input.count)]
  }
}

/// A number as a big-endian word.
func word(_ number: UInt256) -> Bytes { number.bigEndianBytes }
