import COpenSSL
import Locking
import Platform

/// Memory for one secret, zeroed, kept out of swap and core dumps where the system allows it.
///
/// A system gives a process little memory that it may lock, so small secrets share locked pages; large ones have pages of
/// their own.
struct LockedMemory {
  /// The bytes asked for.
  let bytes: UnsafeMutableRawBufferPointer
  private let isSlot: Bool

  init(count: Int) {
    isSlot = count <= LockedSlots.size
    let start = isSlot ? LockedSlots.take() : LockedPages.map(count)
    bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  /// Overwrites the bytes with zeros and gives the memory back.
  func release() {
    guard let start = bytes.baseAddress else { return }
    OPENSSL_cleanse(start, bytes.count)
    if isSlot {
      LockedSlots.give(start)
    } else {
      LockedPages.unmap(start, bytes.count)
    }
  }
}

/// Small pieces of locked pages. The pages are kept for the next secrets: as many as the most that were needed at once.
private enum LockedSlots {
  /// Enough bytes for a seed, a key or a usual password.
  static let size = 64

  // Sendable: the address of a piece of memory that nobody uses.
  private struct Slot: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
  }

  private static let free = Guarded<[Slot]>([])

  static func take() -> UnsafeMutableRawPointer {
    free.withLock { free in
      if let slot = free.popLast() { return slot }
      let page = LockedPages.map(LockedPages.size)
      for offset in stride(from: size, to: LockedPages.size, by: size) { free.append(Slot(start: page + offset)) }
      return Slot(start: page)
    }.start
  }

  static func give(_ start: UnsafeMutableRawPointer) {
    let slot = Slot(start: start)
    free.withLock { $0.append(slot) }
  }
}

/// Whole pages, locked.
private enum LockedPages {
  static let size = Int(sysconf(Int32(_SC_PAGESIZE)))

  static func map(_ count: Int) -> UnsafeMutableRawPointer {
    let length = whole(count)
    let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start, start != MAP_FAILED else {
      // As for any other allocation in Swift.
      fatalError("out of memory: \(count) bytes for a secret")
    }
    // The limit on locked memory may be used up: the secret is then as safe as any other memory, still wiped, still used.
    _ = mlock(start, length)
    #if canImport(Glibc) || canImport(Musl)
      _ = madvise(start, length, MADV_DONTDUMP)
    #endif
    return start
  }

  static func unmap(_ start: UnsafeMutableRawPointer, _ count: Int) {
    _ = munlock(start, whole(count))
    _ = munmap(start, whole(count))
  }

  private static func whole(_ count: Int) -> Int { (count + size - 1) / size * size }
}
