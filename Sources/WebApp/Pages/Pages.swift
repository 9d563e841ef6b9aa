/// All pages of a server.
enum Pages {
  static let routes: [Route] =
    LecturePages.routes + RatingPages.routes + ProposalPages.routes + TransactionPages.routes + SettingsPages.routes
    + MorePages.routes + WalletPages.routes + ContactPages.routes + ScanPages.routes
}
