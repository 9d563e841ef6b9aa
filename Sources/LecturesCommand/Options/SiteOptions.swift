import ArgumentParser

/// The option of commands that ask the platform's site, or publish there.
struct SiteOptions: SharedOptionGroup {
  static let title = "Site options"

  @Option(
    help: ArgumentHelp("The platform's site, which keeps descriptions and links for buyers.", valueName: "url"))
  var site: String?
}
