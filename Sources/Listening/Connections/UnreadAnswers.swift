import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Gives the answers that no responder wrote, as those to what is no request at all, the headers that all answers have, and
/// says that a head was too large (431) where that is why it was not read.
package final class UnreadAnswers: ChannelDuplexHandler, RemovableChannelHandler {
  /// The parts of requests, which pass.
  package typealias InboundIn = HTTPRequestPart
  /// The parts of answers.
  package typealias OutboundIn = HTTPResponsePart
  /// The parts of answers, with those headers.
  package typealias OutboundOut = HTTPResponsePart

  private let add: @Sendable (inout HTTPFields) -> Void
  private var isTooLarge = false

  /// - Parameter add: Adds the headers; an answer that has `X-Content-Type-Options` has them all.
  package init(add: @escaping @Sendable (inout HTTPFields) -> Void) { self.add = add }

  /// Notes why a request was not read.
  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? HTTPParserError, error == .headerOverflow { isTooLarge = true }
    context.fireErrorCaught(error)
  }

  /// Adds the headers.
  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), head.headerFields[.xContentTypeOptions] == nil else {
      return context.write(data, promise: promise)
    }
    if isTooLarge, head.status == .badRequest { head.status = .requestHeaderFieldsTooLarge }
    add(&head.headerFields)
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
