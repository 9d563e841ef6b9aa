import Primitives

// The instructions on a frame's own memory. Each gives the gas that is left, negative if the frame fails.
extension Frame {
  /// Sets the reason of a failure; gives what the instruction gives then.
  @inline(never)
  func fail(_ reason: ExecutionFailure) -> Int64 {
    failure = reason
    return -1
  }

  /// Charges so many units of a price.
  @inline(__always)
  func charge(_ gas: Int64, _ count: UInt64, _ price: UInt64) -> Int64 {
    let (cost, overflow) = count.multipliedReportingOverflow(by: price)
    guard !overflow, cost <= UInt64(gas) else { return fail(.outOfGas) }
    return gas &- Int64(cost)
  }

  /// Makes sure that the memory holds a range, which is empty if its size is zero.
  @inline(__always)
  func claim(_ offset: UInt256, _ size: UInt256, _ gas: Int64) -> Int64 {
    if size == 0 { return gas }
    let end = offset.clamped &+ size.clamped
    return end <= memorySize ? gas : expand(to: end, gas)
  }

  /// Makes the memory as large as `end`, and charges for it.
  @inline(never)
  func expand(to end: Int, _ gas: Int64) -> Int64 {
    // 64 GiB cost 2⁵³ units of gas; the square of more words than they have would not fit.
    guard end <= 1 << 36 else { return fail(.outOfGas) }
    let size = (end + 31) & ~31
    let price = costs.memoryWord
    let (old, new) = (UInt64(memorySize / 32), UInt64(size / 32))
    let quadratic = new * new / 512 - old * old / 512
    let (linear, overflow) = (new - old).multipliedReportingOverflow(by: price)
    guard !overflow, quadratic <= UInt64(gas), linear <= UInt64(gas) - quadratic else { return fail(.outOfGas) }
    guard size <= memoryLimit else { return fail(.memoryLimit) }
    expandMemory(to: size)
    return gas - Int64(quadratic + linear)
  }

  /// KECCAK256: the hash takes the size's place on the stack.
  @inline(never)
  func keccak(_ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    let count = top[-2].clamped
    var gas = charge(gas, UInt64(count &+ 31) / 32, costs.keccakWord)
    if gas >= 0 { gas = claim(top[-1], top[-2], gas) }
    if gas < 0 { return gas }
    let bytes = bytes(count == 0 ? 0 : top[-1].clamped, count)
    top[-2] = UInt256(Keccak256.hash(UnsafeRawBufferPointer(bytes)))
    return gas
  }

  /// CALLDATACOPY, CODECOPY, EXTCODECOPY: target, offset and size are below `top`.
  @inline(never)
  func copy(_ source: UnsafeBufferPointer<UInt8>, _ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    let count = top[-3].clamped
    var gas = charge(gas, UInt64(count &+ 31) / 32, costs.copyWord)
    if gas >= 0 { gas = claim(top[-1], top[-3], gas) }
    if gas < 0 || count == 0 { return gas }
    copy(source, from: top[-2].clamped, to: top[-1].clamped, count: count)
    return gas
  }

  /// RETURNDATACOPY, which fails beyond the data's end.
  @inline(never)
  func copyReturnData(_ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    if top[-2].clamped &+ top[-3].clamped > returnData.count { return fail(.returnDataOutOfBounds) }
    return returnData.withUnsafeBufferPointer { copy($0, top, gas) }
  }

  /// MCOPY; the ranges may overlap.
  @inline(never)
  func copyMemory(_ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    let count = top[-3].clamped
    var gas = charge(gas, UInt64(count &+ 31) / 32, costs.copyWord)
    if gas >= 0 { gas = claim(max(top[-1], top[-2]), top[-3], gas) }
    if gas < 0 || count == 0 { return gas }
    let target = UnsafeMutableRawPointer(memory + top[-1].clamped)
    target.copyMemory(from: memory + top[-2].clamped, byteCount: count)
    return gas
  }

  /// EXP.
  @inline(never)
  func power(_ top: UnsafeMutablePointer<UInt256>, _ gas: Int64) -> Int64 {
    let exponent = top[-2]
    let gas = charge(gas, UInt64(263 - exponent.leadingZeroBitCount) / 8, costs.exponentByte)
    if gas >= 0 { top[-2] = top[-1].power(exponent) }
    return gas
  }
}
