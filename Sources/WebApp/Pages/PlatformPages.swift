import HTTPTypes
import Localization
import Markup
import StrictJSON

/// The files of a platform for browsers that install it like a program.
enum PlatformPages {
  static let routes: [Route] = [.get("/manifest.webmanifest", manifest)]

  /// The description of the platform for browsers that install it (W3C Web Application Manifest).
  @Sendable private static func manifest(_ visit: Visit) async throws -> WebAnswer {
    let icon: JSON = [
      "src": .string(visit.assets.link("icon.svg").text), "sizes": "any", "type": "image/svg+xml", "purpose": "any",
    ]
    let manifest: JSON = [
      "name": "lectures", "short_name": "lectures", "id": "/", "start_url": "/lectures", "scope": "/",
      "display": "standalone", "lang": .string(visit.language.rawValue), "background_color": "#ffffff",
      "theme_color": "#1f5fbf", "icons": [icon],
    ]
    return WebAnswer(.ok, "application/manifest+json", manifest.serializedBytes())
  }
}
