/// All pages of a server.
enum Pages {
  /// The pages of one person, with their keys.
  static let own: [Route] =
    LecturePages.routes + RatingPages.routes + ProposalPages.routes + TransactionPages.routes + SettingsPages.routes
    + MorePages.routes + MinePages.routes + TeachingPages.routes + TeachPages.routes + DescribePages.routes
    + OwnerPages.routes + JoinPages.routes + ExchangePages.routes + GasPages.routes + RatesPages.routes
    + ExplorerPages.routes + WalletPages.routes + ContactPages.routes + ScanPages.routes + StudentsPages.routes
    + ReceiptPages.routes

  /// The pages of a platform: nothing of them needs a key or a file of a person.
  static let ofPlatform: [Route] =
    LecturePages.routes + RatingPages.routes + WalletProposalPages.routes + WalletOrderPages.routes
    + WalletQueuePages.routes + SignInPages.routes + MorePages.routes
    + MinePages.routes + TeachingPages.routes + TeachPages.routes + DescribePages.routes + OwnerPages.routes
    + SettingsPages.choosing
    + ExchangePages.ofPlatform + [GasPages.reading] + RatesPages.reading + PlatformPages.routes + InterfacePages.routes
    + DescriptionPages.routes + StudentsPages.routes + ReceiptPages.reading

  /// The routes of a site.
  static func routes(of site: Site) -> [Route] {
    guard let platform = site.platform else { return own }
    return ofPlatform + (platform.hasExplorer ? ExplorerPages.reading : [])
  }
}
