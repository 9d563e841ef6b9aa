extension Devnet {
  /// Sets when blocks are made; an interval of 0 seconds is manual mining.
  public func setMining(_ mining: Mining) {
    ticker?.cancel()
    ticker = nil
    guard case .interval(let seconds) = mining else {
      self.mining = mining
      return
    }
    self.mining = seconds == 0 ? .manual : mining
    guard seconds > 0 else { return }
    let pause = Duration.seconds(Int64(min(seconds, 1 << 32)))
    // Between two blocks nothing holds the devnet: one that is dropped ends, and its blocks with it.
    ticker = Task { [weak self] in
      while true {
        do { try await Task.sleep(for: pause) } catch { return }
        guard let self else { return }
        await self.tick(of: mining)
      }
    }
  }

  /// Makes a block of interval mining. What keeps one from being made, a full disk say, the next who sends hears.
  private func tick(of mining: Mining) {
    guard self.mining == mining, !Task.isCancelled else { return }
    _ = try? mineOne()
  }
}
