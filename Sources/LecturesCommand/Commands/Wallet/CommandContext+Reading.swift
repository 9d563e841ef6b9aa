import Files
import Keystores
import Operations
import Primitives
import StrictJSON
import Terminal

extension CommandContext {
  /// An amount of the chain's money as it is typed: `1.5`, or with a unit of its own, `25 gwei`.
  ///
  /// - Parameter option: the option that gave it, for the error.
  /// - Throws: `usage` with the mistake, the coin of another chain included.
  func amount(_ text: String, of option: String, on network: Network) throws(CommandFailure) -> Amount {
    let text = text.trimmed
    let unitName = String(text.drop { !$0.isLetter })
    let amount: Amount
    do throws(PrimitivesError) {
      amount = unitName.isEmpty ? try Amount(parsing: text, unit: network.unit) : try Amount(parsing: text)
    } catch {
      throw CommandFailure(
        .usage, "The amount of \(option) cannot be read.", because: error,
        advice: "Without a unit it is in \(network.symbol); others stand behind it, as in \"25 gwei\".")
    }
    if let unit = try? Amount.Unit(named: unitName), network.isForeign(unit) {
      let number = String(text.prefix { !$0.isLetter }).trimmed
      throw CommandFailure(
        .usage, "The amount of \(option) is in \(unit.symbol), and the coin of \(network.name) is \(network.symbol).",
        reason: "As many \(network.symbol) may be worth much more or less.",
        advice: "Write '\(number) \(network.symbol)' if they are meant, or choose the other chain with --network.")
    }
    return amount
  }

  /// An address that is typed, or the address of an account here by its name; the acting account's where nothing is given.
  ///
  /// - Parameter option: the option that gave it, for the error.
  /// - Throws: `usage` with the mistake in the address, a checksum that does not fit included; `keystore.notFound`.
  func address(_ text: String?, of option: String) async throws -> Address {
    do {
      return try await address(of: text)
    } catch let error as PrimitivesError {
      throw CommandFailure(.usage, "The address of \(option) is none.", because: error)
    }
  }

  /// The bytes of a file that holds no secret; `-` is standard input.
  ///
  /// - Parameter part: The file's part in a sentence where money depends on its contents: nobody else may write it
  ///   then.
  /// - Throws: `usage` with the system's reason; `settings` for such a file that others may change.
  func contents(of path: String, reliedOnAs part: String? = nil, limit: Int = 64 << 20) throws(CommandFailure) -> Bytes
  {
    let contents: PrivateFile.Contents
    do throws(KeystoreError) {
      contents = try PrivateFile.read(path == "-" ? "/dev/stdin" : path, limit: limit)
    } catch {
      throw CommandFailure(
        .usage, "The file \(PlainText.escaped(path)) cannot be read.", because: error,
        advice: "Give the path of a file, or - for standard input.")
    }
    if let part, let exposed = contents.exposure(part, needing: .integrity) {
      throw CommandFailure(.settings, exposed.message, reason: exposed.reason, advice: exposed.advice)
    }
    return contents.bytes
  }

  /// The JSON in a file; `-` is standard input.
  ///
  /// - Throws: `usage` with the system's reason, or where the text stops being JSON.
  func json(of path: String) throws(CommandFailure) -> JSON {
    let bytes = try contents(of: path)
    do throws(JSONError) {
      return try JSON(parsing: bytes)
    } catch {
      throw CommandFailure(
        .usage, "The file \(PlainText.escaped(path)) is not JSON.", because: error,
        advice: "Is it the file that was meant?")
    }
  }
}
