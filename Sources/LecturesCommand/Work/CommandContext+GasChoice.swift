import GasPrices
import Outbox
import Primitives
import Sending
import Terminal

extension CommandContext {
  /// Puts the command line's choice of gas price into the fee options of a send.
  ///
  /// - Parameter waiting: The price that an earlier run waited for; nil for that of the command line.
  /// - Throws: `usage` for a price that cannot be read.
  func choosePrice(_ options: inout FeeOptions, waiting earlier: PriceWait? = nil) throws {
    options.speed = earlier?.speed ?? sending?.gasSpeed ?? .standard
    if let earlier {
      options.priceWait = earlier
    } else if let price = sending?.waitForPrice {
      let deadline = sending?.deadline.flatMap(SendingOptions.seconds).map { UInt64(max(0, Self.clock())) + $0 }
      let limit = try GasAlertAdd.price(price, of: "--wait-for-price")
      guard limit > 0 || deadline != nil else {
        throw CommandFailure(
          .usage, "Gas that costs nothing may never come.",
          reason: "--wait-for-price is 0, and nothing ends the waiting.",
          advice: "Name a price above 0, or an end: --deadline 8h")
      }
      options.priceWait = PriceWait(limit: limit, speed: options.speed, deadline: deadline)
    }
    guard sending?.gasSpeed != nil || options.priceWait != nil else { return }
    let adviser = GasAdviser { try await gasPlace().reader }
    options.quoter = { try await adviser.offer($0) }
  }
}

/// Reads prices for sends, from where the settings say; it connects when it is asked first.
private actor GasAdviser {
  private let connect: @Sendable () async throws -> PriceReader
  private var reader: PriceReader?

  init(_ connect: @escaping @Sendable () async throws -> PriceReader) { self.connect = connect }

  func offer(_ speed: FeeSpeed) async throws -> FeeQuote {
    let reader = if let reader { reader } else { try await connect() }
    self.reader = reader
    guard let tier = try await reader.quote()[speed] else {
      throw CommandFailure(.other, "There is no price for \(speed.rawValue) transactions.")
    }
    return tier.quote
  }
}
