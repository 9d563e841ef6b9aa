import CSpawn
import Foundation

/// A program that was started: of what this process has open it gets its three standard streams, and nothing else.
///
/// The system forgets it as soon as it has ended, whether or not anybody waits for that; of one that nothing holds any more
/// our ends of the streams are closed.
///
/// Foundation's `Process` closes in the child what was open when it looked. What another thread opens between that look
/// and the start is inherited: a port that was closed stays taken, and whoever reads a pipe to its end waits for a program
/// that has nothing to do with it. Here the child itself closes all else, in one step.
package final class ChildProcess: Sendable {
  /// The end of a program.
  package enum End: Hashable, Sendable {
    /// By itself, with this status; -1 if the system kept none, as where this process ignores the end of its children.
    case exit(Int32)
    /// By this signal.
    case signal(Int32)
  }

  /// The other end of a standard stream of the program.
  package enum Stream: Hashable, Sendable {
    /// `/dev/null`.
    case nothing
    /// The stream of this process.
    case inherited
    /// A pipe whose other end is ours.
    case pipe
  }

  /// The program could not be started.
  package struct Failure: Error, CustomStringConvertible {
    package let program: String
    /// The system's error number.
    package let errno: Int32
    package var description: String { "\(program) cannot be started: \(String(cString: strerror(errno)))." }
  }

  /// The number of the process.
  package let identifier: Int32
  /// Our end of its standard input, if that is a pipe; closed when nothing holds it any more.
  package let input: FileHandle?
  /// Our end of its standard output, if that is a pipe.
  package let output: FileHandle?
  /// Our end of its standard error, if that is a pipe.
  package let errors: FileHandle?
  private let ending: ProcessEnding

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: All of it: nothing of this process's is added.
  ///   - directory: Where it is started; nil is where this process is.
  /// - Throws: ``Failure``.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], directory: String? = nil,
    input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing
  ) throws {
    var ours: [FileHandle?] = []
    var theirs: [Int32] = []
    defer { for descriptor in theirs { close(descriptor) } }
    do {
      var actions = try SpawnActions()
      defer { actions.destroy() }
      for (number, stream) in [input, output, errors].enumerated() {
        switch stream {
        case .inherited: ours.append(nil)
        case .nothing:
          ours.append(nil)
          try actions.openNothing(as: Int32(number))
        case .pipe:
          let (reading, writing) = try Self.pipe()
          ours.append(FileHandle(fileDescriptor: number == 0 ? writing : reading, closeOnDealloc: true))
          theirs.append(number == 0 ? reading : writing)
          try actions.duplicate(theirs[theirs.count - 1], as: Int32(number))
        }
      }
      if let directory { try actions.change(to: directory) }
      identifier = try actions.spawn(program, [program] + arguments, environment.map { "\($0)=\($1)" })
    } catch let error as SystemFailure {
      throw Failure(program: program, errno: error.errno)
    }
    (self.input, self.output, self.errors) = (ours[0], ours[1], ours[2])
    ending = ProcessEnding(of: identifier)
  }

  /// Sends it a signal, unless it is known to have ended.
  package func send(_ signal: Int32) { ending.send(signal) }

  /// Whether it has ended.
  package var isOver: Bool { ending.end != nil }

  /// Waits for its end.
  package func waitUntilEnd() async -> End { await ending.wait() }

  /// Waits for its end where nothing can be awaited; the thread does nothing else meanwhile.
  package func blockUntilEnd() -> End { ending.block() }

  /// A pipe that no other program inherits.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      // There every child closes what it was not given: see `SpawnActions`.
      let result = Foundation.pipe(&ends)
    #else
      let result = pipe2(&ends, O_CLOEXEC)
    #endif
    guard result == 0 else { throw SystemFailure(errno: errno) }
    return (ends[0], ends[1])
  }
}

/// The number with which a call of the system failed.
struct SystemFailure: Error {
  let errno: Int32

  static func check(_ result: Int32) throws { if result != 0 { throw SystemFailure(errno: result) } }
}
