import HTTPTypes
import Markup

/// A page: a title that begins with what it is, the way to it, and its content.
struct Page: Sendable {
  /// The part of the site that a page belongs to.
  enum Section: Sendable, Hashable, CaseIterable {
    case lectures, mine, wallets, gas, rates, exchange, more
  }

  let title: String
  let section: Section?
  /// The pages above it, the highest first.
  var path: [(String, Link)] = []
  /// Whether a form on it was not taken.
  var hasProblems = false
  /// After so many seconds it is read again, without JavaScript too; nil for a page that stays.
  var refresh: Int?
  /// The kinds of events after which a part of it is read again.
  var live: [String] = []
  /// The address by which it is read again; nil for its own.
  var address: Link?
  /// Whether it is there for one reading alone, so that nothing reads it again.
  var isReadOnce = false
  /// Whether the visitor is known: not while a platform's store is away.
  var knowsVisitor = true
  /// Whether it asks a wallet of the browser for something.
  var asksWallet = false
  let content: [Element.Node]

  init(_ title: String, _ section: Section?, @MarkupBuilder content: () -> [Element.Node]) {
    (self.title, self.section, self.content) = (title, section, content())
  }

  /// The page with the pages above it.
  func below(_ path: (String, Link)...) -> Page {
    var page = self
    page.path = path
    return page
  }

  /// The page, read again after so many seconds and after events of these kinds.
  func live(every seconds: Int? = nil, on kinds: [String] = []) -> Page {
    var page = self
    (page.refresh, page.live) = (seconds, kinds)
    return page
  }

  /// The page, which is read again by another address than its own.
  func again(at address: Link?) -> Page {
    var page = self
    page.address = address
    return page
  }

  /// The page, which no script reads again: another reading would not have what it shows.
  var readOnce: Page {
    var page = self
    page.isReadOnce = true
    return page
  }

  /// The page, which offers to sign in only where the visitor is known.
  func knowingVisitor(_ knows: Bool) -> Page {
    var page = self
    page.knowsVisitor = knows
    return page
  }

  /// The page with the script of wallets.
  var asking: Page {
    var page = self
    page.asksWallet = true
    return page
  }

  /// The page with a form that was not taken, if there are problems.
  func with(_ problems: [FieldProblem]) -> Page {
    var page = self
    page.hasProblems = !problems.isEmpty
    return page
  }
}
