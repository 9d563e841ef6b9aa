import Localization
import Tokens

/// The source that says which token an address is.
struct TokenSourceText: Phrase {
  private let source: TokenSource

  init(_ source: TokenSource) { self.source = source }

  /// The word for scripts.
  var word: String {
    switch source {
    case .hand: "hand"
    case .network: "network"
    case .list: "list"
    case .registry: "registry"
    case .contract: "contract"
    }
  }

  var english: String {
    switch source {
    case .hand: "added by hand"
    case .network: "this network"
    case .list(_, let name): "list ‘\(name)’"
    case .registry: "registry"
    case .contract: "its contract alone"
    }
  }

  var korean: String {
    switch source {
    case .hand: "직접 추가"
    case .network: "이 네트워크"
    case .list(_, let name): "목록 ‘\(name)’"
    case .registry: "등록부"
    case .contract: "토큰 계약 자체"
    }
  }

  var ukrainian: String {
    switch source {
    case .hand: "додано вручну"
    case .network: "ця мережа"
    case .list(_, let name): "список ‘\(name)’"
    case .registry: "реєстр"
    case .contract: "лише його контракт"
    }
  }
}
