import Markup
import QRCodes

/// A QR code as a drawing of a page: dark on white, whatever the page's colours, for that is what readers expect.
struct CodeImage: Sendable {
  let code: QRCode
  /// The alternative text.
  let title: String

  var element: Element {
    Element("div", ["class": "code"]) {
      Element(
        "svg",
        [
          "role": "img", "aria-label": title, "viewBox": "0 0 \(code.side) \(code.side)",
          "shape-rendering": "crispEdges",
        ]
      ) {
        Element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
        Element("path", ["d": code.path, "fill": "#000000"])
      }
    }
  }
}
