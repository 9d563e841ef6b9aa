import Primitives

// Each gives the gas that is left, negative if the frame fails.
extension Machine {
  /// Charges so many units of a price.
  @inline(__always)
  func charge(_ gas: Int64, _ count: UInt64, _ price: UInt64) -> Int64 {
    let (cost, overflow) = count.multipliedReportingOverflow(by: price)
    guard !overflow, cost <= UInt64(gas) else { return fail(.outOfGas) }
    return gas &- Int64(cost)
  }

  /// Makes sure that the memory holds a range, which is empty if its size is zero.
  @inline(__always)
  func claim(_ frame: Frame, _ offset: UInt256, _ size: UInt256, _ gas: Int64) -> Int64 {
    if size == 0 { return gas }
    let end = offset.clamped &+ size.clamped
    return end <= frame.memorySize ? gas : expand(frame, to: end, gas)
  }

  /// Makes the memory as large as `end`, and charges for it.
  @inline(never)
  func expand(_ frame: Frame, to end: Int, _ gas: Int64) -> Int64 {
    // 64 GiB cost 2⁵³ units of gas; the square of more words than they have would not fit.
    guard end <= 1 << 36 else { return fail(.outOfGas) }
    let size = (end + 31) & ~31
    let price = rules.costs.memoryWord
    let (old, new) = (UInt64(frame.memorySize / 32), UInt64(size / 32))
    let quadratic = new * new / 512 - old * old / 512
    let (linear, overflow) = (new - old).multipliedReportingOverflow(by: price)
    guard !overflow, quadratic <= UInt64(gas), linear <= UInt64(gas) - quadratic else { return fail(.outOfGas) }
    guard size <= rules.memoryLimit else { return fail(.memoryLimit) }
    frame.expandMemory(to: size)
    return gas - Int64(quadratic + linear)
  }

  /// KECCAK256: the hash takes the size's place on the stack.
  @inline(never)
  func keccak(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    let count = top[-2].clamped
    var gas = charge(gas, UInt64(count &+ 31) / 32, rules.costs.keccakWord)
    if gas >= 0 { gas = claim(frame, top[-1], top[-2], gas) }
    if gas < 0 { return gas }
    let bytes = frame.bytes(count == 0 ? 0 : top[-1].clamped, count)
    top[-2] = UInt256(Keccak256.hash(UnsafeRawBufferPointer(bytes)))
    return gas
  }

  /// CALLDATACOPY, CODECOPY, EXTCODECOPY: target, offset and size are below `top`.
  @inline(never)
  func copy(
    _ source: UnsafeBufferPointer<UInt8>, _ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64
  ) -> Int64 {
    let count = top[-3].clamped
    var gas = charge(gas, UInt64(count &+ 31) / 32, rules.costs.copyWord)
    if gas >= 0 { gas = claim(frame, top[-1], top[-3], gas) }
    if gas < 0 || count == 0 { return gas }
    frame.copy(source, from: top[-2].clamped, to: top[-1].clamped, count: count)
    return gas
  }

  /// RETURNDATACOPY, which fails beyond the data's end.
  @inline(never)
  func copyReturnData(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    if top[-2].clamped &+ top[-3].clamped > frame.returnData.count { return fail(.returnDataOutOfBounds) }
    return frame.returnData.withUnsafeBufferPointer { copy($0, frame, top, gas) }
  }

  /// MCOPY; the ranges may overlap.
  @inline(never)
  func copyMemory(_ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    let count = top[-3].clamped
    var gas = charge(gas, UInt64(count &+ 31) / 32, rules.costs.copyWord)
    if gas >= 0 { gas = claim(frame, max(top[-1], top[-2]), top[-3], gas) }
    if gas < 0 || count == 0 { return gas }
    let target = UnsafeMutableRawPointer(frame.memory + top[-1].clamped)
    target.copyMemory(from: frame.memory + top[-2].clamped, byteCount: count)
    return gas
  }

  /// EXP.
  @inline(never)
  func power(_ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    let exponent = top[-2]
    let gas = charge(gas, UInt64(263 - exponent.leadingZeroBitCount) / 8, rules.costs.exponentByte)
    if gas >= 0 { top[-2] = top[-1].power(exponent) }
    return gas
  }

  /// LOG0…LOG4.
  @inline(never)
  func log(_ topics: Int, _ frame: Frame, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    if frame.isStatic { return fail(.writeProtection) }
    let count = top[-2].clamped
    var gas = charge(gas, UInt64(count), rules.costs.logByte)
    if gas >= 0 { gas = claim(frame, top[-1], top[-2], gas) }
    if gas < 0 { return gas }
    let data = [UInt8](frame.bytes(count == 0 ? 0 : top[-1].clamped, count))
    let hashes = (0..<topics).map { Hash32(top[-3 - $0]) }
    let log = Log(address: frame.address, topics: hashes, data: data)
    state.logs.append(log)
    tracer?.log(log)
    return gas
  }
}
