import NodeDoubles
import StrictJSON
import Testing

@testable import LecturesCommand

/// Accounts that a process of the installed program keeps unlocked.
@Suite(
  "An account that is kept unlocked", .serialized, .enabled(if: Executable.path != nil, "lectures is not built"),
  .timeLimit(.minutes(20)))
struct WalletUnlockTests {
  /// Runs lines of shell over a home with two accounts; `l` is the program without a password, `p` with it.
  private func shell(_ lines: String, _ home: WalletHome) async throws -> Executable.Run {
    let shared = home.environment.filter { $0.key != "LECTURES_PASSWORD_FILE" }
    let variables = shared.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    return try await Executable.shell(
      """
      l() { env \(variables) XDG_RUNTIME_DIR='\(home.file("run"))' "$0" "$@" < /dev/null; }
      p() { env \(variables) LECTURES_PASSWORD_FILE='\(home.file("password"))' XDG_RUNTIME_DIR='\(home.file("run"))' "$0" "$@"; }
      agents() { ls '\(home.file("run/lectures"))' | wc -l; }
      \(lines)
      l wallet lock > /dev/null
      """)
  }

  private func home() async -> WalletHome {
    let home = await WalletHome.withOwner()
    _ = await home.run("wallet new other --light")
    return home
  }

  @Test("signs without a password, says so, and only this account; lock ends it")
  func locking() async throws {
    let run = try await shell(
      """
      p wallet unlock owner --for 5m
      l wallet sign hello --from owner 2>&1 && echo signed
      l wallet sign hello --from other 2>&1 || echo "other needs a password"
      l wallet export owner --private-key --show --yes 2>&1 || echo "no key without a password"
      l wallet lock owner
      l wallet sign hello --from owner 2>&1 || echo "owner needs a password"
      echo "agents $(agents)"
      """, await home())
    for text in [
      "owner is unlocked until ", "owner is unlocked, for 5 min at most: no password is asked for.", "signed",
      "other needs a password", "no key without a password", "owner is locked.", "owner needs a password", "agents 0",
    ] { #expect(run.output.contains(text), "\(text): \(run.output) \(run.errors)") }
  }

  @Test("is in a folder and a socket of its own user's, in no core dump, and holds no password")
  func secrecy() async throws {
    let home = await home()
    let run = try await shell(
      """
      p wallet unlock owner > /dev/null
      stat -c '%a %F' '\(home.file("run/lectures"))' '\(home.file("run/lectures"))'/key-*
      for process in /proc/[0-9]*; do
        if tr '\\0' ' ' < $process/cmdline 2> /dev/null | grep -q -- '^/proc/self/exe ---key-agent \(home.file("run"))'; then
          echo "arguments $(tr '\\0' ' ' < $process/cmdline)"
          echo "dumps $(sed -n 's/^Max core file size *//p' $process/limits)"
          echo "owner of memory $(stat -c %u $process/mem)"
        fi
      done
      """, home)
    #expect(run.output.contains("700 directory\n600 socket\n"), "\(run.output) \(run.errors)")
    #expect(run.output.contains("dumps 0 "), "\(run.output)")
    // What may not be dumped belongs to root.
    #expect(run.output.contains("owner of memory 0"), "\(run.output)")
    #expect(!run.output.contains(WalletHome.password) && !run.output.contains(WalletHome.ownerKey.dropFirst(2)))
  }

  @Test("is forgotten when its time is over, by a signal, and when it is renamed")
  func endings() async throws {
    let home = await home()
    let run = try await shell(
      """
      p wallet unlock owner --for 2s > /dev/null; for n in $(seq 100); do [ "$(agents)" = 0 ] && break; sleep 0.2; done
      echo "after its time $(agents)"
      p wallet unlock owner > /dev/null; p wallet unlock other > /dev/null; echo "two $(agents)"
      l wallet rename owner chief > /dev/null; echo "renamed $(agents)"
      for process in /proc/[0-9]*; do
        if tr '\\0' ' ' < $process/cmdline 2> /dev/null | grep -q -- '^/proc/self/exe ---key-agent \(home.file("run"))'; then
          kill ${process#/proc/}
        fi
      done
      for n in $(seq 100); do [ "$(agents)" = 0 ] && break; sleep 0.2; done; echo "killed $(agents)"
      l wallet lock
      l wallet unlock other --for 2h 2>&1
      """, home)
    for text in [
      "after its time 0", "two 2", "renamed 1", "killed 0", "No account is unlocked.", "It is an hour at most.",
    ] {
      #expect(run.output.contains(text), "\(text): \(run.output) \(run.errors)")
    }
  }

  @Test("is told beside a review, in the reader's language")
  func review() async throws {
    let home = await home()
    let node = try StubNode { $0.balances = [WalletHome.owner.lowercased(): 100] }
    home.use(node)
    let run = try await shell(
      """
      p wallet unlock owner > /dev/null
      l wallet transfer --from owner --to \(WalletHome.student) --amount 1 --yes --language ko 2>&1
      """, home)
    #expect(run.output.contains("잠금 해제되어 있어 비밀번호를 묻지 않습니다."), "\(run.output) \(run.errors)")
    #expect(run.output.contains("전송 완료") && node.sent.count == 1, "\(run.output)")
  }
}
