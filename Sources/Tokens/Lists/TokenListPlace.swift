import Files
import NodeRPC
import Primitives

/// The place of a list: a file, or an address that is asked over HTTPS.
public enum TokenListPlace: Sendable, Hashable, CustomStringConvertible {
  /// A file of this machine.
  case file(path: String)
  /// An address; only this machine itself is asked without TLS.
  case web(Endpoint)

  /// The path or the address, without secrets and fit to be printed.
  public var description: String {
    switch self {
    case .file(let path): TerminalSafe.name(path)
    case .web(let endpoint): endpoint.redacted
    }
  }

  /// The longest that a list may take to come.
  private static let timeout = Duration.seconds(20)

  /// A place as somebody writes it: an address with its scheme, or the path of a file.
  ///
  /// - Throws: `unreadableList` for an address that is none, or has another scheme than `https` or `http`.
  public init(_ text: String) throws(TokenError) {
    guard text.contains("://") else {
      self = .file(path: text)
      return
    }
    do throws(NodeError) {
      self = .web(try Endpoint(text, of: "token list"))
    } catch { throw TokenError.unreadable("token list", error.inOneLine, error) }
  }

  /// Reads the list that is there now.
  ///
  /// - Throws: `unreadableList` where nothing can be had, and what reading a list throws.
  public func read() async throws(TokenError) -> TokenList { try TokenList(parsing: try await bytes()) }

  /// The bytes that are there now, 4 MiB at most.
  ///
  /// - Throws: `unreadableList` where nothing can be had; `listTooLarge`.
  public func bytes() async throws(TokenError) -> Bytes {
    switch self {
    case .file(let path): try await Self.contents(of: path)
    case .web(let endpoint): try await Self.fetch(endpoint)
    }
  }

  private static func contents(of path: String) async throws(TokenError) -> Bytes {
    let shown = TerminalSafe.name(path)
    do {
      return try await BlockingWork.run {
        let file = try AppendFile(reading: path)
        let bytes = try file.read(TokenList.mostBytes + 1, at: 0)
        guard bytes.count <= TokenList.mostBytes else { throw TokenError.listTooLarge(bytes: TokenList.mostBytes) }
        return bytes
      }
    } catch let error as TokenError {
      throw error
    } catch let problem as AppendFile.Problem {
      let reason =
        switch problem {
        case .irregular: "it is no regular file"
        case .busy: "another process has it"
        case .cannotOpen(let reason), .cannotLock(let reason), .cannotRead(let reason), .cannotWrite(let reason): reason
        }
      throw TokenError.unreadable(shown, reason, problem)
    } catch { throw TokenError.unreadable(shown, error.inOneLine, error) }
  }

  private static func fetch(_ endpoint: Endpoint) async throws(TokenError) -> Bytes {
    let exchange = HTTPExchange(of: "token list", timeout: timeout, mostBytes: TokenList.mostBytes)
    let answer: HTTPExchange.Answer
    do throws(NodeError) {
      answer = try await exchange.get(endpoint, headers: ["Accept: application/json"])
    } catch {
      if error.code == .tooLarge { throw TokenError.listTooLarge(bytes: TokenList.mostBytes) }
      throw TokenError.unreadable(endpoint.redacted, error.inOneLine, error)
    }
    guard answer.status == 200 else {
      throw TokenError(
        .unreadableList, "the list of tokens at \(endpoint.redacted) cannot be read", about: endpoint.redacted,
        reason: "the answer has status \(answer.status)", facts: .status(answer.status))
    }
    return answer.body
  }
}

extension TokenError {
  fileprivate static func unreadable(_ place: String, _ reason: String, _ cause: any Error) -> TokenError {
    TokenError(
      .unreadableList, "the list of tokens at \(place) cannot be read", about: place, reason: reason, cause: cause)
  }
}
