import ChainSupport
import FixtureSupport
import Foundation
import Testing

/// The pages of the program in a real browser: Debian's Chromium, driven by Playwright.
@Suite(
  "Pages in a browser", .enabled(if: Browser.chromium.isInstalled && Program.canRun, "\(Browser.chromium.advice)"),
  .serialized, .timeLimit(.minutes(30)))
struct BrowserTests {
  @Test("a journey through the pages", arguments: Browser.isWhole ? Browser.all : Browser.sample)
  func journey(_ journey: Browser.Journey) async throws { try await Browser.go(journey) }
}

/// Some of the same journeys in an engine of another maker: Debian's Firefox, driven by Playwright over WebDriver BiDi.
@Suite(
  "Pages in Firefox", .enabled(if: Browser.firefox.isInstalled && Program.canRun, "\(Browser.firefox.advice)"),
  .serialized, .timeLimit(.minutes(30)))
struct FirefoxBrowserTests {
  @Test("a journey through the pages", arguments: Browser.inFirefox)
  func journey(_ journey: Browser.Journey) async throws { try await Browser.go(journey, in: .firefox) }
}

/// The browsers of the tests, and the journeys that are gone in them.
enum Browser: String {
  case chromium, firefox

  /// A journey by its name in a file of `Tests/Web`.
  struct Journey: Sendable, CustomTestStringConvertible {
    /// The files of journeys: through the pages of one person, likewise over a chain that stands still or is away, and
    /// through a platform with wallets in the browser.
    enum File: String {
      case own = "journeys.py"
      case chain = "chainjourneys.py"
      case platform = "platformjourneys.py"
    }

    let name: String
    var file = File.own
    var width = "phone"
    var hasScript = true

    var testDescription: String { "\(name) \(width)\(hasScript ? "" : " noscript")" }
  }

  var isInstalled: Bool {
    let file = self == .chromium ? "/usr/bin/chromium" : "/usr/bin/firefox-esr"
    return FileManager.default.isExecutableFile(atPath: file) && Self.hasPlaywright
  }

  var advice: String { "\(rawValue) or Playwright is not installed: run Scripts/setup.sh tests" }

  /// Whether all journeys are gone in each way.
  static let isWhole = ProcessInfo.processInfo.environment["WEB"] == "all"

  /// The journeys that every change goes; those that look at every page are too long for it, but for one.
  static let sample = [
    Journey(name: "enter"), Journey(name: "buy_and_rate", hasScript: false), Journey(name: "one_payment"),
    Journey(name: "live"), Journey(name: "accessibility"), Journey(name: "forged_requests"), Journey(name: "scanning"),
    Journey(name: "steady"), Journey(name: "buy", file: .platform), Journey(name: "without_fee", file: .platform),
    Journey(name: "lost_answer", file: .platform), Journey(name: "another_account", file: .platform),
    Journey(name: "stolen_cookie", file: .platform), Journey(name: "interface", file: .platform),
    Journey(name: "trading", file: .platform), Journey(name: "limit_order", file: .platform),
  ]

  /// The journeys that are gone in Firefox as well.
  static let inFirefox =
    [Journey(name: "buy_and_rate")]
    + (isWhole
      ? [
        Journey(name: "enter"), Journey(name: "live", width: "wide"), Journey(name: "buy_and_rate", width: "wide"),
        Journey(name: "live"),
      ] : [])

  /// All of them: those that are about JavaScript go with it alone.
  static let all: [Journey] = [Journey.File.own, .chain, .platform].flatMap { file in
    names(in: file).flatMap { name in
      ["phone", "wide"].flatMap { width in
        [true, false].filter { $0 || (file != .platform && !scripted.contains(name)) }.map {
          Journey(name: name, file: file, width: width, hasScript: $0)
        }
      }
    }
  }

  private static let scripted: Set = [
    "live", "other_pages", "keyboard", "one_payment", "accessibility", "access_for_all", "keyboard_only", "steady",
    "pictures", "crawl",
  ]

  private static func names(in file: Journey.File) -> [String] {
    let text = (try? String(contentsOfFile: "\(folder)/\(file.rawValue)", encoding: .utf8)) ?? ""
    guard let list = text.split(separator: "JOURNEYS = [").dropFirst().first?.split(separator: "]").first else {
      return []
    }
    return list.split(whereSeparator: { ", \n".contains($0) }).map(String.init)
  }

  private static let folder = TestTools.root + "/Tests/Web"

  private static var hasPlaywright: Bool {
    let libraries = TestTools.root + "/.venv/lib"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    return versions.contains {
      FileManager.default.fileExists(atPath: "\(libraries)/\($0)/site-packages/playwright")
    }
  }

  /// Goes a journey on a site of its own.
  static func go(_ journey: Journey, in browser: Browser = .chromium) async throws {
    let path = try #require(Program.path)
    let file = "\(folder)/\(journey.file.rawValue)"
    let arguments =
      [file, path, journey.name, journey.width] + (journey.hasScript ? [] : ["noscript"])
      + (browser == .firefox ? [browser.rawValue] : [])
    // A browser may hang, which is its own affair: once. Pages that hang do so again.
    for isLast in [false, true] {
      let home = try TemporaryFolder()
      let run = try await Command.run(
        TestTools.python, arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8"],
        timeout: 900)
      if run.status == -Int(SIGKILL), !isLast {
        print("\(journey.testDescription) hung: \(run.errors)")
        continue
      }
      #expect(run.status == 0, "\(run.output.suffix(2000)) \(run.errors.suffix(4000))")
      break
    }
  }
}
