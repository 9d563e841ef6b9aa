import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The limits of HTTP clients: time for a request, and connections at once.
package struct ConnectionLimits: Sendable {
  /// From the beginning of a connection to the end of its first request, and from a further request's head to its end.
  package let requestTime: Duration
  /// The time that a connection may be idle between requests.
  package let idleTime: Duration
  /// Connections at once; the next ones wait.
  package let ofAll: Int
  /// Connections of one address at once.
  package let ofOneAddress: Int

  /// Limits; those that are not given are the usual ones.
  package init(
    requestTime: Duration = .seconds(30), idleTime: Duration = .seconds(120), ofAll: Int = 256, ofOneAddress: Int = 32
  ) {
    (self.requestTime, self.idleTime, self.ofAll, self.ofOneAddress) = (requestTime, idleTime, ofAll, ofOneAddress)
  }
}

/// Closes a connection whose client takes too long over a request, or has too many others, or has been idle longest
/// while there are too many of all.
package final class ConnectionLimitHandler: ChannelDuplexHandler, RemovableChannelHandler {
  /// The parts of requests, as they come.
  package typealias InboundIn = HTTPRequestPart
  /// The parts of answers, as they go.
  package typealias OutboundIn = HTTPResponsePart

  private let counts: ConnectionCounts
  private let requestTime: TimeAmount
  private let limiter: ConnectionLimiter?
  /// The requests that have no answer yet.
  private var unanswered = 0
  private var deadline: Scheduled<Void>?
  private var address: String?

  /// A warden of one connection; all of a server count together.
  ///
  /// - Parameter limiter: Closes idle connections where there are too many; nil lets the next ones wait.
  package init(_ counts: ConnectionCounts, requestTime: TimeAmount, limiter: ConnectionLimiter? = nil) {
    self.counts = counts
    self.requestTime = requestTime
    self.limiter = limiter
  }

  /// Begins to count where the connection is open already.
  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  /// Begins to count.
  package func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  /// Counts no more.
  package func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  /// Counts no more.
  package func handlerRemoved(context: ChannelHandlerContext) { end() }

  /// Watches the time of a request.
  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: if deadline == nil { wait(context) }
    case .body: break
    case .end:
      deadline?.cancel()
      deadline = nil
      unanswered += 1
      limiter?.begin(context.channel)
    }
    context.fireChannelRead(data)
  }

  /// Counts an answer that is complete.
  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let isComplete = if case .end = unwrapOutboundIn(data) { true } else { false }
    context.write(data, promise: promise)
    guard isComplete, unanswered > 0 else { return }
    unanswered -= 1
    if unanswered == 0 { limiter?.rest(context.channel) }
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard address == nil else { return }
    let from = ClientAddress(context.channel.remoteAddress).description
    guard counts.enter(from) else { return context.close(promise: nil) }
    address = from
    limiter?.enter(context.channel)
    wait(context)
  }

  private func wait(_ context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: requestTime) { channel.close(promise: nil) }
  }

  private func end() {
    deadline?.cancel()
    deadline = nil
    if let address { counts.leave(address) }
    address = nil
  }
}
