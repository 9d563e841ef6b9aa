import HTTPTypes

extension Visit {
  /// The answer with a page in the frame that all pages have.
  func answer(_ page: Page, _ status: HTTPResponse.Status = .ok) async -> WebAnswer {
    await Layout(visit: self, assets: assets).answer(page, status)
  }
}
