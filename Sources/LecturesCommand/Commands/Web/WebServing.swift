import ChildProcesses
import Localization
import Operations
import Platform
import StrictJSON
import Terminal
import WebApp

/// A server of pages that runs: its address is printed and opened, and it goes on until the command is stopped.
struct WebServing: Sendable {
  let server: WebServer
  let socket: String
  let opens: Bool
  let context: CommandContext
  /// Lines below the address.
  var notes: [StyledText] = []
  /// Ends what the server stands on.
  var end: @Sendable () async -> Void = {}

  /// The report with the address, and the work until the end.
  var report: Report {
    get async throws {
      let link = try await LinkSocket.open(at: socket) { [server] in server.entrance() }
      let address = server.entrance()
      let isOpened = opens ? await open(address) : false
      let language = context.language
      return Report(["url": .string(address), "port": .number("\(server.port)"), "opened": .bool(isOpened)]) {
        language[isOpened ? ServingText.openedInBrowser : .openThis]
        StyledText(address, .strong)
        language[ServingText.worksOnce(command: WebCommand.linkCommand)]
        notes
        language[ServingText.ending]
      } service: { [server, end] in
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        await link.close()
        await server.stop()
        await end()
      }
    }
  }

  /// Opens the browser by the desktop's own program; false where there is no desktop.
  private func open(_ address: String) async -> Bool {
    let environment = context.settings.environment
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    guard hasDesktop, let page = try? await WebPlace(context.settings).page(to: address) else { return false }
    // The browser may run for long and needs none of the settings, in which there may be keys.
    let desktop = environment.filter { name, _ in
      !name.hasPrefix("LECTURES_")
        && !["KEY", "TOKEN", "SECRET", "PASSWORD"].contains { name.uppercased().contains($0) }
    }
    for program in ["/usr/bin/xdg-open", "/usr/bin/open"] where access(program, X_OK) == 0 {
      if (try? ChildProcess(program, [page], environment: desktop)) != nil { return true }
    }
    return false
  }
}
