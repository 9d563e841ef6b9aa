import CrashSupport

/// What the tests of the outbox kill.
@main
struct Main {
  static func main() async {
    Order.letGo()
    await Order.followArgument()
  }
}
