/// All pages of a server.
enum Pages {
  static let routes: [Route] =
    LecturePages.routes + RatingPages.routes + ProposalPages.routes + TransactionPages.routes + SettingsPages.routes
    + MorePages.routes + MinePages.routes + TeachingPages.routes + TeachPages.routes + OwnerPages.routes
    + JoinPages.routes + ExchangePages.routes + GasPages.routes + RatesPages.routes + ExplorerPages.routes
    + WalletPages.routes + ContactPages.routes + ScanPages.routes
}
