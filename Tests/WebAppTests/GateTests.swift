import HTTPTypes
import Testing

@testable import WebApp

@Suite("The gate before all pages")
struct GateTests {
  private let gate = RequestGate(authority: "w-abc.localhost:7788")
  private let form = ("Content-Type", "application/x-www-form-urlencoded")

  private func verdict(
    _ method: String, _ headers: (String, String)..., path target: String = "/lectures",
    hosts: [String] = ["w-abc.localhost:7788"]
  ) throws -> RequestGate.Verdict {
    var fields = HTTPFields()
    for (name, value) in headers { fields.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
    let request = try #require(WebRequest(HTTPRequest.Method(rawValue: method)!, target, hosts: hosts, headers: fields))
    return gate.verdict(on: request)
  }

  @Test(
    "a request for another host, or for two, is no request for this server",
    arguments: [
      [], ["evil.example"], ["w-abc.localhost"], ["w-abc.localhost:7789"], ["127.0.0.1:7788"], ["localhost:7788"],
      ["w-abc.localhost:7788", "w-abc.localhost:7788"], ["w-abc.localhost:7788.evil.example"],
    ])
  func hosts(hosts: [String]) throws {
    #expect(try verdict("GET", hosts: hosts) == .misdirected)
    #expect(try verdict("GET", hosts: ["W-ABC.localhost:7788"]) == .admitted)
  }

  @Test(
    "a form is taken from a page of this server alone",
    arguments: [
      nil, "null", "http://w-abc.localhost", "http://w-abc.localhost:7789", "https://w-abc.localhost:7788",
      "http://127.0.0.1:7788", "http://evil.example",
    ])
  func origins(origin: String?) throws {
    let verdict = if let origin { try verdict("POST", form, ("Origin", origin)) } else { try verdict("POST", form) }
    #expect(verdict == .foreign)
    #expect(try self.verdict("POST", form, ("Origin", "http://w-abc.localhost:7788")) == .admitted)
  }

  @Test(
    "a page of another site that names itself reads nothing; who follows a link names none", arguments: ["GET", "HEAD"])
  func namedReading(method: String) throws {
    for origin in ["null", "http://evil.example", "http://w-abc.localhost:7789"] {
      #expect(try verdict(method, ("Origin", origin)) == .foreign)
    }
    #expect(try verdict(method, ("Origin", "http://w-abc.localhost:7788")) == .admitted)
    #expect(try verdict(method) == .admitted)
  }

  @Test("two origins are none")
  func twoOrigins() throws {
    let own = ("Origin", "http://w-abc.localhost:7788")
    #expect(try verdict("POST", form, own, ("Origin", "http://evil.example")) == .foreign)
  }

  @Test(
    "pages of other sites get nothing, and who follows a link there a page without data",
    arguments: ["cross-site", "same-site"])
  func sites(site: String) throws {
    #expect(try verdict("GET", ("Sec-Fetch-Site", site), ("Sec-Fetch-Dest", "document")) == .followedLink)
    for kind in ["image", "script", "iframe", "empty", "style", "object"] {
      #expect(try verdict("GET", ("Sec-Fetch-Site", site), ("Sec-Fetch-Dest", kind)) == .foreign)
    }
    #expect(
      try verdict("POST", form, ("Origin", "http://w-abc.localhost:7788"), ("Sec-Fetch-Site", site)) == .foreign)
    #expect(try verdict("GET", ("Sec-Fetch-Site", site), path: "/enter?t=x") == .admitted)
    #expect(try verdict("GET", ("Sec-Fetch-Site", "same-origin")) == .admitted)
    #expect(try verdict("GET", ("Sec-Fetch-Site", "none")) == .admitted)
  }

  @Test("other methods and bodies that are no forms are refused")
  func methods() throws {
    let own = ("Origin", "http://w-abc.localhost:7788")
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] { #expect(try verdict(method, own) == .method) }
    for origin in ["http://evil.example", "http://w-abc.localhost:7788"] {
      let asked = ("Access-Control-Request-Method", "POST")
      #expect(try verdict("OPTIONS", ("Origin", origin), asked) == .foreign)
    }
    for type in ["application/json", "text/plain", ""] {
      #expect(try verdict("POST", own, ("Content-Type", type)) == .mediaType)
    }
    #expect(try verdict("POST", own, ("Content-Type", "multipart/form-data; boundary=x")) == .admitted)
  }
}

@Suite("Requests")
struct RequestTests {
  @Test("a path is read in pieces, each decoded by itself")
  func path() throws {
    let request = try #require(WebRequest(.get, "/wallets/a%2Fb%20c?q=x+y&q=%EA%B0%80", hosts: []))
    #expect(request.pieces == ["wallets", "a/b c"])
    #expect(request.query.all("q") == ["x y", "가"])
    #expect(WebRequest(.get, "/", hosts: [])?.pieces == [])
  }

  @Test(
    "what is malformed is no request",
    arguments: [
      "", "lectures", "http://evil.example/", "//evil.example/", "/%", "/%G0", "/%00", "/%FF", "/a?b=%C3", "/?a=%0",
      "/a b", "/a/\u{301}b", "/?\u{301}",
    ])
  func malformed(target: String) { #expect(WebRequest(.get, target, hosts: []) == nil) }

  @Test("a form with too many fields is none")
  func manyFields() {
    #expect(FormFields(parsing: String(repeating: "a=b&", count: FormFields.most).utf8) != nil)
    #expect(FormFields(parsing: String(repeating: "a=b&", count: FormFields.most + 1).utf8) == nil)
  }

  @Test("a cookie that came twice counts as none")
  func cookies() throws {
    let fields: HTTPFields = [.cookie: "__Host-lectures=one; theme=dark"]
    let request = try #require(WebRequest(.get, "/", hosts: [], headers: fields))
    #expect(request.cookie("__Host-lectures") == "one")
    #expect(request.cookie("theme") == "dark")
    let twice = try #require(
      WebRequest(.get, "/", hosts: [], headers: [.cookie: "__Host-lectures=one; __Host-lectures=two"]))
    #expect(twice.cookie("__Host-lectures") == nil)
  }

  @Test("a cookie of another name, with a blank in it or a mark behind it, is another cookie")
  func otherCookies() throws {
    for other in ["__Ho st-lectures=two", "__Host-lectures =two", "__Host-lectures\u{301}=two"] {
      let fields: HTTPFields = [.cookie: "\(other);  __Host-lectures=one"]
      let request = try #require(WebRequest(.get, "/", hosts: [], headers: fields))
      #expect(request.cookie("__Host-lectures") == "one")
    }
  }

  @Test("a form with a file is read in its parts, and one that is cut is none")
  func multipart() throws {
    let body =
      "--XX\r\nContent-Disposition: form-data; name=\"guard\"\r\n\r\nsecret\r\n--XX\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\nP\r\nNG\r\n--XX--\r\n"
    let type = "multipart/form-data; boundary=XX"
    let form = try #require(MultipartForm(Array(body.utf8), type: type))
    #expect(form["guard"] == "secret")
    #expect(form.parts["picture"] == Array("P\r\nNG".utf8))
    for count in 0..<body.utf8.count - 4 {
      #expect(MultipartForm(Array(body.utf8.prefix(count)), type: type) == nil)
    }
    #expect(MultipartForm(Array("--XX\r\n\r\nno head\r\n--XX--".utf8), type: type) == nil)
  }

  @Test("a link leads to a path of this server or a page of the web, and nowhere else")
  func links() {
    #expect(Link("wallets", "a/b", query: [("q", "x&y")]).text == "/wallets/a%2Fb?q=x%26y")
    for text in ["javascript:alert(1)", "data:text/html,x", "//evil.example", "https://a b", "ftp://a", ""] {
      #expect(Link(web: text) == nil)
    }
    for text in ["//evil.example", "/\\evil.example", "https://evil.example", "x", ""] {
      #expect(Link(back: text) == nil)
    }
    #expect(Link(back: "/lectures/1?x=y")?.text == "/lectures/1?x=y")
  }
}
