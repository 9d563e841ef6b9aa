import Files
import NIOCore
import NIOPosix
import Platform

/// A socket on the disk by which the person who started a server gets further addresses to enter: whoever may open it
/// is that person.
package struct LinkSocket: Sendable {
  private let channel: any Channel
  private let path: String
  private let reach: ShortSocketPath

  /// Opens a socket that answers each connection with a fresh address and closes it.
  ///
  /// - Parameter path: In a folder that nobody else may open.
  /// - Throws: `WebError` `.cannotListen`.
  package static func open(at path: String, entrance: @escaping @Sendable () -> String) async throws(WebError)
    -> LinkSocket
  {
    let reach = ShortSocketPath(path)
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(LinkAnswer(entrance: entrance))
          }
        }
        .bind(unixDomainSocketPath: reach.path, cleanupExistingSocketFile: true).get()
      guard chmod(path, 0o600) == 0 else {
        try? await channel.close()
        throw WebError(.cannotListen, "The socket for new links cannot be kept from others.", reason: path)
      }
      return LinkSocket(channel: channel, path: path, reach: reach)
    } catch let error as WebError {
      throw error
    } catch {
      throw WebError(.cannotListen, "The socket for new links cannot be opened.", reason: error.inOneLine)
    }
  }

  /// Asks the server behind a socket for an address; nil where none answers within some seconds.
  package static func ask(at path: String) async -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    let reach = ShortSocketPath(path)
    defer { withExtendedLifetime(reach) {} }
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let answer = loop.makePromise(of: String?.self)
    loop.scheduleTask(in: .seconds(5)) { answer.succeed(nil) }
    let connecting = ClientBootstrap(group: loop)
      .connectTimeout(.seconds(2))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(LinkReader(answer))
        }
      }
      .connect(unixDomainSocketPath: reach.path)
    connecting.whenFailure { _ in answer.succeed(nil) }
    let text = try? await answer.futureResult.get()
    connecting.whenSuccess { $0.close(promise: nil) }
    return text ?? nil
  }

  /// Closes it and takes its file away.
  package func close() async {
    try? await channel.close()
    unlink(path)
  }
}

/// Answers a connection with a fresh address and closes it.
private final class LinkAnswer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let entrance: @Sendable () -> String

  init(entrance: @escaping @Sendable () -> String) { self.entrance = entrance }

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: entrance() + "\n"))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }
}

/// Takes the first line that a server sends.
private final class LinkReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private static let longest = 1000
  private let answer: EventLoopPromise<String?>
  private var text = ""

  init(_ answer: EventLoopPromise<String?>) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    text += bytes.readString(length: bytes.readableBytes) ?? ""
    if text.contains("\n") || text.utf8.count > Self.longest { end() }
  }

  func channelInactive(context: ChannelHandlerContext) { end() }

  private func end() { answer.succeed(text.split(separator: "\n").first.map(String.init)) }
}

/// A path to a socket that the system takes: addresses of sockets have 108 bytes on Linux, and home directories may
/// have long paths.
private final class ShortSocketPath: Sendable {
  /// The longest path that an address has room for on every system.
  private static let longest = 100

  /// The path to use, as long as this is open.
  let path: String
  private let folder: Int32

  init(_ path: String) {
    let (folder, name) = Folder.split(path)
    let isLong = path.utf8.count > Self.longest
    self.folder = isLong ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
    self.path = self.folder < 0 ? path : "/proc/self/fd/\(self.folder)/\(name)"
  }

  deinit { if folder >= 0 { close(folder) } }
}
