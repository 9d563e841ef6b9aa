import CCurl

/// libcurl, opened at its first use.
enum LibCurl {
  private enum Opening {
    case opened(ccurl)
    case failed(String)
  }

  private static let opening: Opening = {
    var curl = ccurl()
    guard let problem = ccurl_open(&curl) else { return .opened(curl) }
    return .failed(String(cString: problem))
  }()

  /// Its functions; nil where it cannot be opened.
  static var functions: ccurl? { if case .opened(let curl) = opening { curl } else { nil } }

  /// The system's words for why it cannot be opened; empty where it can.
  static var problem: String { if case .failed(let problem) = opening { problem } else { "" } }
}
