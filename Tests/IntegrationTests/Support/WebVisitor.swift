import ChainSupport
import Foundation
import StrictJSON
import Testing

/// Somebody who entered the pages of a server of their own, by curl: what a browser without JavaScript sends.
struct WebVisitor: Sendable {
  let server: LineProcess
  private let origin: String
  private let cookie: String

  /// An answer.
  struct Answer: Sendable {
    let status: Int
    let location: String?
    let text: String
  }

  /// Starts `lectures web` as an account and enters by the link that it prints.
  init(entering cli: CLIFixture, as account: String) async throws {
    server = try cli.program.serve("web", "--no-open", "--port", "0", "--json", "--from", account)
    let link = try #require(try await server.json()["result"]?["url"]?.string)
    origin = try #require(link.components(separatedBy: "/enter").first)
    let head = try await Self.curl(["-D", "-", "-o", "/dev/null", link])
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") }
    cookie = try #require(line?.dropFirst("set-cookie: ".count).split(separator: ";").first.map(String.init))
  }

  func get(_ path: String) async throws -> Answer { try await ask(path, []) }

  /// Sends a form with the secret of this session.
  func post(_ path: String, _ fields: [String: String] = [:]) async throws -> Answer {
    let page = try await get("/settings").text
    let secret = page.components(separatedBy: "name=\"guard\" value=\"").dropFirst().first?.prefix { $0 != "\"" } ?? ""
    let form = fields.merging(["guard": String(secret), "shown": "0"]) { $1 }.flatMap {
      ["--data-urlencode", "\($0)=\($1)"]
    }
    return try await ask(path, ["-H", "Origin: \(origin)"] + form)
  }

  /// A page, read again until it is not refreshed by itself any more.
  func settled(_ path: String) async throws -> Answer {
    for _ in 0..<600 {
      let answer = try await get(path)
      guard answer.text.contains("http-equiv=\"refresh\"") else { return answer }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw Command.Failure(description: "\(path) does not end")
  }

  private func ask(_ path: String, _ arguments: [String]) async throws -> Answer {
    let text = try await Self.curl(
      ["-i", "-H", "Cookie: \(cookie)", "-H", "Accept-Language: en"] + arguments + [origin + path])
    guard let end = text.range(of: "\r\n\r\n") else { throw Command.Failure(description: "no answer: \(text)") }
    let head = text[..<end.lowerBound].split(separator: "\r\n")
    let location = head.first { $0.lowercased().hasPrefix("location:") }?.dropFirst("location: ".count)
    return Answer(
      status: Int(head.first?.split(separator: " ").dropFirst().first ?? "") ?? 0, location: location.map(String.init),
      text: String(text[end.upperBound...]))
  }

  private static func curl(_ arguments: [String]) async throws -> String {
    let run = try await Command.run(
      "/usr/bin/curl", ["--silent", "--max-time", "60"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
    guard run.status == 0 else { throw Command.Failure(description: "curl ended with \(run.status): \(run.errors)") }
    return run.output
  }
}
