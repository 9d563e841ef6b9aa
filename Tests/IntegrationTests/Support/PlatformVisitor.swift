import ChainSupport
import Foundation
import Keys
import Primitives
import StrictJSON
import Testing

/// A process of a platform, over a store that others of it may share.
struct PlatformServer: Sendable {
  static let origin = "http://school.localhost:7789"

  let process: LineProcess
  /// The address at which it listens.
  let address: String

  /// Starts a process over a database.
  init(_ cli: CLIFixture, over database: String) async throws {
    process = try cli.program.serve(
      "web", "--platform", "--public-url", Self.origin, "--port", "0", "--database", database, "--json")
    let listens = try #require(try await process.json()["result"]?["listens"]?.string)
    address = "127.0.0.1:\(try #require(listens.split(separator: ":").last))"
  }

  /// Ends it as a power cut does.
  func kill() async throws { #expect(try await process.end(signal: SIGKILL).status == -Int(SIGKILL)) }
}

/// Somebody at a platform, by curl: what a browser sends whose wallet has a key.
struct PlatformVisitor: Sendable {
  private let cookie: String

  /// Signs in by the message that a process makes.
  init(_ key: PrivateKey, at server: PlatformServer) async throws {
    let first = try await Self.ask(server, "/settings", ["-H", "Cookie: "])
    let stranger = Self(cookie: try #require(Self.cookie(in: first)))
    let nonce = try await stranger.post("/session/nonce", ["address": key.address.checksummed], at: server)
    let message = try #require(Self.json(nonce)?["message"]?.string, "\(nonce)")
    let signature = try key.sign(PersonalMessage.digest(message, prefix: .ethereum)).bytes65.hex
    let signed = try await stranger.post(
      "/session", ["address": key.address.checksummed, "signature": signature], at: server)
    cookie = try #require(Self.cookie(in: signed), "\(signed)")
  }

  private init(cookie: String) { self.cookie = cookie }

  /// A page, headers included.
  func get(_ path: String, at server: PlatformServer) async throws -> String {
    try await Self.ask(server, path, ["-H", "Cookie: \(cookie)"])
  }

  /// Sends a form with the secret of this session; gives the answer, headers included.
  func post(_ path: String, _ fields: [String: String] = [:], at server: PlatformServer) async throws -> String {
    let page = try await get("/settings", at: server)
    let secret = page.components(separatedBy: "name=\"guard\" value=\"").dropFirst().first?.prefix { $0 != "\"" } ?? ""
    let form = fields.merging(["guard": String(secret)]) { $1 }.flatMap { ["--data-urlencode", "\($0)=\($1)"] }
    return try await Self.ask(
      server, path, ["-H", "Cookie: \(cookie)", "-H", "Origin: \(PlatformServer.origin)"] + form)
  }

  /// The place to which an answer leads.
  static func location(in answer: String) -> String? { header("location", in: answer) }

  /// The value of an attribute of the first element that has it.
  static func attribute(_ name: String, in page: String) -> String? {
    page.components(separatedBy: "\(name)=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
  }

  private static func json(_ answer: String) -> JSON? {
    answer.range(of: "\r\n\r\n").flatMap { try? JSON(parsing: String(answer[$0.upperBound...])) }
  }

  private static func cookie(in answer: String) -> String? {
    header("set-cookie", in: answer).map { String($0.prefix { $0 != ";" }) }
  }

  private static func header(_ name: String, in answer: String) -> String? {
    answer.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
      .first { $0.lowercased().hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
  }

  private static func ask(_ server: PlatformServer, _ path: String, _ arguments: [String]) async throws -> String {
    let run = try await Command.run(
      "/usr/bin/curl",
      [
        "--silent", "--max-time", "60", "-i", "-H", "Host: school.localhost:7789", "-H", "Accept-Language: en",
        "http://\(server.address)\(path)",
      ] + arguments, environment: ["PATH": "/usr/bin:/bin"])
    guard run.status == 0 else { throw Command.Failure(description: "curl ended with \(run.status): \(run.errors)") }
    return run.output
  }
}
