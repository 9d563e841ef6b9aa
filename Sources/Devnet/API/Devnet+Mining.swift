// Making blocks.
extension Devnet {
  /// The most blocks that one call makes.
  public static let mostBlocks: UInt64 = 50_000

  /// Sets when blocks are made; an interval of 0 seconds is manual mining.
  public func setMining(_ mining: Mining) {
    ticker = nil
    guard case .interval(let seconds) = mining else {
      self.mining = mining
      return
    }
    self.mining = seconds == 0 ? .manual : mining
    guard seconds > 0 else { return }
    // Between two blocks nothing holds the devnet: one that is dropped ends, and its blocks with it.
    ticker = IntervalTicker(every: seconds) { [weak self] in
      guard let self else { return false }
      await self.tick(of: mining)
      return true
    }
  }

  /// Makes a block of interval mining. What keeps one from being made, a full disk say, the next who sends hears.
  private func tick(of mining: Mining) {
    guard self.mining == mining, !Task.isCancelled else { return }
    _ = try? ledger.mineOne()
  }

  /// Makes blocks, the first ones of what waits in the pool. Others have their turn between two of them.
  ///
  /// - Parameter interval: seconds between them; nil lets time take its course.
  /// - Returns: the blocks, in their order.
  /// - Throws: `limitExceeded` for more than `mostBlocks`, `invalidTimestamp`, or `EVMError`.
  @discardableResult
  public func mine(blocks count: UInt64 = 1, interval: UInt64? = nil) async throws -> [DevnetBlock] {
    guard count <= Self.mostBlocks else {
      throw DevnetError(.limitExceeded, "\(count) blocks are too many at once: \(Self.mostBlocks) are allowed")
    }
    var blocks: [DevnetBlock] = []
    for index in 0..<count {
      // Other requests, even one that goes back to a snapshot, run between two blocks: the next one follows the head.
      if index > 0 { await Task.yield() }
      if let interval, index > 0 {
        let parent = chain.head.header.timestamp
        let (time, overflow) = parent.addingReportingOverflow(interval)
        try ledger.clock.setNext(overflow ? .max : time, after: parent)
      }
      blocks.append(try ledger.mineOne().block)
    }
    return blocks
  }

  /// Executes a block that others made and makes it the head.
  ///
  /// - Throws: `invalidBlock` if it doesn't follow the head or says something else than execution gives, and what
  ///   refuses its transactions; `storageFailed`.
  public func add(_ block: DevnetBlock) throws { try ledger.add(block) }
}
