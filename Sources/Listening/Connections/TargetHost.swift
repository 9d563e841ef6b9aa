import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Counts the host in the target of a request, as in `GET http://host/path`, among the hosts that it names: the reading of
/// targets drops it, and such a request would pass as one for its `Host`.
package final class TargetHost: ChannelInboundHandler, RemovableChannelHandler {
  /// The parts of requests, before their targets are read.
  package typealias InboundIn = HTTPServerRequestPart
  /// Parts of requests with the host.
  package typealias InboundOut = HTTPServerRequestPart

  /// Puts one in front of the handler that reads targets.
  package final class Place: ChannelInboundHandler, RemovableChannelHandler {
    /// The parts of requests, which pass.
    package typealias InboundIn = HTTPRequestPart

    /// A place, to be added behind that handler.
    package init() {}

    /// Adds it; a connection without it is none.
    package func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let reading = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        try pipeline.addHandler(TargetHost(), position: .before(reading))
      } catch {
        context.close(promise: nil)
      }
    }
  }

  /// Writes the target's host beside the others.
  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), !head.uri.hasPrefix("/") else {
      return context.fireChannelRead(data)
    }
    head.headers.add(name: "Host", value: head.uri)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}
