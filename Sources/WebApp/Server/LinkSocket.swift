import Files
import NIOCore
import NIOPosix
import Platform

/// A socket on the disk by which the person who started a server gets further addresses to enter: whoever may open it
/// is that person.
package struct LinkSocket: Sendable {
  private let channel: any Channel
  private let path: String

  /// Opens a socket that answers each connection with a fresh address and closes it.
  ///
  /// - Parameter path: In a folder that nobody else may open.
  /// - Throws: `WebError` `.cannotListen`.
  package static func open(at path: String, entrance: @escaping @Sendable () -> String) async throws(WebError)
    -> LinkSocket
  {
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          channel.writeAndFlush(ByteBuffer(string: entrance() + "\n")).flatMap { channel.close() }
            .flatMapError { _ in channel.eventLoop.makeSucceededVoidFuture() }
        }
        .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
      guard chmod(path, 0o600) == 0 else {
        try? await channel.close()
        throw WebError(.cannotListen, "The socket for new links cannot be kept from others.", reason: path)
      }
      return LinkSocket(channel: channel, path: path)
    } catch let error as WebError {
      throw error
    } catch {
      throw WebError(.cannotListen, "The socket for new links cannot be opened.", reason: error.inOneLine)
    }
  }

  /// Asks the server behind a socket for an address; nil where none answers.
  package static func ask(at path: String) async -> String? {
    await withCheckedContinuation { continuation in
      _ = Task {
        do {
          let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(2))
            .connect(unixDomainSocketPath: path) { channel in
              channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
              }
            }
          let text = try await channel.executeThenClose { inbound, _ in
            var text = ""
            for try await var piece in inbound {
              text += piece.readString(length: piece.readableBytes) ?? ""
              if text.contains("\n") || text.utf8.count > 1000 { break }
            }
            return text
          }
          continuation.resume(returning: text.split(separator: "\n").first.map(String.init))
        } catch {
          continuation.resume(returning: nil)
        }
      }
    }
  }

  /// Closes it and takes its file away.
  package func close() async {
    try? await channel.close()
    unlink(path)
  }
}
