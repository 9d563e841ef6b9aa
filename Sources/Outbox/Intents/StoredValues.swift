import Database
import Primitives

// The types that the outbox's columns hold, each as it stands in the file.

extension Address: Storable {
  package init?(_ stored: StoredValue) {
    guard let bytes = Bytes(stored), let address = try? Address(bytes) else { return nil }
    self = address
  }

  package var stored: StoredValue { .blob(bytes) }
}

extension Hash32: Storable {
  package init?(_ stored: StoredValue) {
    guard let bytes = Bytes(stored), let hash = try? Hash32(bytes) else { return nil }
    self = hash
  }

  package var stored: StoredValue { .blob(bytes) }
}

extension UInt256: Storable {
  package init?(_ stored: StoredValue) {
    guard let text = String(stored), let number = try? UInt256(parsing: text) else { return nil }
    self = number
  }

  package var stored: StoredValue { .text(description) }
}

extension Amount: Storable {
  package init?(_ stored: StoredValue) {
    guard let wei = UInt256(stored) else { return nil }
    self.init(wei: wei)
  }

  package var stored: StoredValue { wei.stored }
}

extension ChainMark: Storable {
  package init?(_ stored: StoredValue) {
    guard let text = String(stored) else { return nil }
    self.init(text: text)
  }

  package var stored: StoredValue { .text(description) }
}

extension IntentKey: Storable {
  package init?(_ stored: StoredValue) {
    guard let text = String(stored) else { return nil }
    self.init(text)
  }

  package var stored: StoredValue { .text(description) }
}

extension IntentState: Storable {}
extension EvidenceLevel: Storable {}
extension FeeSpeed: Storable {}
extension Attempt.Kind: Storable {}
