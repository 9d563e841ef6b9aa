import Locking
import Platform

/// Turns a terminal's echo off for a password and puts everything back, however the program ends meanwhile.
enum TerminalModes {
  // Two threads need it: the one that asks, and the one that waits for Ctrl-C and cannot await an actor. It is held for
  // two system calls that do not block.
  private static let saved = Guarded<Saved?>(nil)

  private struct Saved {
    let descriptor: Int32
    let modes: termios
    /// The number of those who want the terminal silent.
    var depth = 1
  }

  /// Stops the terminal from showing typed characters; false if it is none.
  ///
  /// Ctrl-Z is off as well: a program stopped here would leave the shell without echo. One who asks for silence within
  /// another's gets it, and the terminal is loud again after the last ``release()``.
  static func silence(_ descriptor: Int32) -> Bool {
    saved.withLock { saved in
      if saved != nil {
        saved?.depth += 1
        return true
      }
      var modes = termios()
      guard tcgetattr(descriptor, &modes) == 0 else { return false }
      let original = modes
      modes.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
      withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VSUSP)] = 0 }
      guard tcsetattr(descriptor, TCSANOW, &modes) == 0 else { return false }
      saved = Saved(descriptor: descriptor, modes: original)
      return true
    }
  }

  /// Ends one silence; with the last of them the terminal is put back as it was.
  static func release() {
    let isLast = saved.withLock { state in
      state?.depth -= 1
      return state?.depth == 0
    }
    if isLast { restore() }
  }

  /// Puts the terminal back as it was; does nothing if nothing was changed.
  static func restore() {
    saved.withLock { state in
      guard var modes = state?.modes, let descriptor = state?.descriptor else { return }
      tcsetattr(descriptor, TCSANOW, &modes)
      state = nil
    }
  }
}
