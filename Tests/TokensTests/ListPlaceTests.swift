import ChainSupport
import Foundation
import Locking
import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import Tokens

@Suite("Places of lists")
struct ListPlaceTests {
  private func failure(_ text: String) async -> TokenError? {
    do throws(TokenError) {
      _ = try await TokenListPlace(text).read()
      return nil
    } catch { return error }
  }

  @Test("A list is read from a file; one that is too long, missing or a folder is refused with the reason")
  func files() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("tokens.json")
    let text = ListText.list([ListText.token()]).serializedBytes()
    try Data(text).write(to: URL(fileURLWithPath: path))
    #expect(try await TokenListPlace(path).read().tokens.count == 1)
    let long = text + Bytes(repeating: 0x20, count: TokenList.mostBytes)
    try Data(long).write(to: URL(fileURLWithPath: path))
    #expect(await failure(path)?.code == .listTooLarge)
    #expect(await failure(folder.file("none.json"))?.code == .unreadableList)
    #expect(await failure(folder.path)?.reason == "it is no regular file")
  }

  @Test("A list is fetched from an address, whose status and length are looked at")
  func web() async throws {
    let body = Guarded<(String, Int)>(("", 200))
    let server = try HostileServer { _ in
      let (text, status) = body.withLock { $0 }
      return [.reply(text, status: status)]
    }
    let text = ListText.list([ListText.token()]).serialized()
    body.withLock { $0 = (text, 200) }
    #expect(try await TokenListPlace(server.url + "/list.json").read().name == "A list")
    #expect(server.requests.map(\.method) == ["GET"] && server.requests.first?.path == "/list.json")
    body.withLock { $0 = (text, 404) }
    let missing = await failure(server.url)
    #expect(missing?.code == .unreadableList && missing?.facts == .status(404))
    body.withLock { $0 = (text + String(repeating: " ", count: TokenList.mostBytes), 200) }
    #expect(await failure(server.url)?.code == .listTooLarge)
    body.withLock { $0 = ("<html>", 200) }
    #expect(await failure(server.url)?.code == .malformedList)
  }

  @Test("A place is shown without its secrets")
  func shown() throws {
    #expect(try TokenListPlace("https://user:secret@lists.example/a").description.contains("secret") == false)
    #expect(try TokenListPlace("tokens\u{1b}.json").description == "tokens\\u{1b}.json")
  }

  @Test(
    "An address without TLS, or of another scheme, is not asked",
    arguments: ["http://tokens.invalid/list.json", "ipns://tokens.uniswap.org", "file:///etc/passwd", "https://"])
  func insecure(address: String) async { #expect(await failure(address)?.code == .unreadableList) }
}
