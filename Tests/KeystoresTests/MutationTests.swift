import FixtureSupport
import Keys
import Primitives
import Testing

@testable import Keystores

@Suite("a file that chance changed")
struct MutationTests {
  @Test("never crashes and never opens to another key", arguments: 0..<4)
  func keystore(seed: Int) throws {
    var generator = Seeded(UInt64(seed))
    let key = try PrivateKey.random()
    let kdf: KDF = seed.isMultiple(of: 2) ? .tiny : .pbkdf2(iterations: 1)
    let good = try KeystoreFile.encrypt(key, password: .lectures, kdf: kdf).bytes
    let limits = KeystoreLimits(memory: 1 << 20, scryptWork: 1 << 12, pbkdf2Iterations: 1 << 12)
    var opened = 0
    for _ in 0..<1500 {
      let bytes = mutated(good, by: &generator)
      do {
        let file = try KeystoreFile(bytes, limits: limits)
        let found = try file.decrypt(password: .lectures, limits: limits)
        // The MAC does not cover the iv; a file that lost its address as well has nothing left to tell by.
        #expect(found == key || file.address == nil, "\(String(decoding: bytes, as: UTF8.self))")
        opened += 1
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
    // Some changes are of no consequence: the identifier, white space, the case of a hexadecimal digit.
    #expect(opened < 1000)
  }

  @Test("is refused as a backup")
  func backup() throws {
    var generator = Seeded(7)
    var archive = Archive()
    try archive.add(try FileName("a.json"), Bytes("{}".utf8))
    let good = try BackupFile.seal(archive.bytes, password: .lectures, kdf: .tiny)
    for _ in 0..<1500 {
      let bytes = mutated(good, by: &generator)
      guard bytes != good else { continue }
      #expect(throws: KeystoreError.self) { try BackupFile.open(bytes, password: .lectures, limits: .default) }
    }
    for count in 0..<good.count {
      #expect(throws: KeystoreError.self) {
        try BackupFile.open(Bytes(good[..<count]), password: .lectures, limits: .default)
      }
    }
  }

  @Test("is refused, or harmless, as an archive")
  func archive() throws {
    var generator = Seeded(8)
    var archive = Archive()
    for name in ["a.json", "b.json", "c.json"] { try archive.add(try FileName(name), Bytes("{\(name)}".utf8)) }
    let good = archive.bytes
    for _ in 0..<3000 {
      guard let read = try? Archive(mutated(good, by: &generator)) else { continue }
      for file in read.files { #expect(!file.name.text.contains("/") && !file.name.text.hasPrefix(".")) }
    }
  }

  private func mutated(_ good: Bytes, by generator: inout Seeded) -> Bytes {
    var bytes = good
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
      guard place < bytes.count else { return bytes }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = .random(in: 0...255, using: &generator)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(.random(in: 0...255, using: &generator), at: place)
      case 4: bytes[place] = UInt8(ascii: "0") + .random(in: 0..<10, using: &generator)
      default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
      }
    }
    return bytes
  }
}
