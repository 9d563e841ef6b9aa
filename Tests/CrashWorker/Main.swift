import CrashSupport

/// The worker process that the crash tests of the outbox kill.
@main
struct Main {
  static func main() async {
    Order.letGo()
    await Order.followArgument()
  }
}
