import HTTPTypes
import Listening
import NIOCore
import NIOHTTPTypes

/// The limits of HTTP clients: time for a request, and connections at once.
struct ConnectionLimits: Sendable {
  /// From the beginning of a connection to the end of its first request, and from a further request's head to its end.
  var requestTime: Duration = .seconds(30)
  /// The time that a connection may be idle between requests.
  var idleTime: Duration = .seconds(120)
  /// Connections at once; the next ones wait.
  var ofAll = 256
  /// Connections of one address at once.
  var ofOneAddress = 32
}

/// Closes a connection whose client takes too long over a request, or has too many others.
final class ConnectionWarden: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let counts: ConnectionCounts
  private let requestTime: TimeAmount
  private var deadline: Scheduled<Void>?
  private var address: String?

  init(_ counts: ConnectionCounts, requestTime: TimeAmount) {
    self.counts = counts
    self.requestTime = requestTime
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: if deadline == nil { wait(context) }
    case .body: break
    case .end:
      deadline?.cancel()
      deadline = nil
    }
    context.fireChannelRead(data)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard address == nil else { return }
    let from = ClientAddress(context.channel.remoteAddress).description
    guard counts.enter(from) else { return context.close(promise: nil) }
    address = from
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
