import ChildProcesses
import Foundation

extension PostgresCluster {
  /// A server that follows this one falls behind, and then takes its place at the same address, as after the first one's
  /// loss: a copy by PostgreSQL's own program, which is stopped, started and promoted.
  ///
  /// - Parameter body: Changes that the other does not get.
  public func failOver(losing body: () async throws -> Void) async throws {
    try await startFollower()
    try shell("run \(try bin)/pg_ctl -D copy -m fast stop")
    try await body()
    try shell(
      """
      run \(try bin)/pg_ctl -D data -m immediate stop
      mv data old && mv copy data
      run \(try bin)/pg_ctl -D data -l server.log -w start
      run \(try bin)/pg_ctl -D data -w promote
      """)
  }

  /// Has a copy of the server take its place at an address of its own, while this one goes on as if nothing had been: two
  /// heads.
  ///
  /// - Returns: The folder of the new one's socket; it ends with this one.
  public func promoteCopy() async throws -> String {
    try await startFollower()
    try shell("run \(try bin)/pg_ctl -D copy -w promote")
    return "\(folder)/follower"
  }

  /// Starts a copy that follows, which has all so far when this returns.
  private func startFollower() async throws {
    try shell(
      """
      mkdir follower && \(isRoot ? "chown postgres follower" : ":")
      run \(try bin)/pg_basebackup -c fast -D copy -h \(folder) -U lectures -R -X stream
      run \(try bin)/pg_ctl -D copy -l follower.log -o "-c unix_socket_directories=\(folder)/follower" -w start
      """)
    let end = try query("SELECT pg_current_wal_flush_lsn()")
    let seen = "SELECT pg_last_wal_replay_lsn() >= '\(end)'"
    while try query(seen, at: "\(folder)/follower") != "t" { try await Task.sleep(for: .milliseconds(20)) }
  }

  private var bin: String {
    get throws {
      guard let programs = Self.programs else { throw Failure(reason: "\(Self.advice)") }
      return programs
    }
  }
}
