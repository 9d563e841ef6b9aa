import OrderBook
import Testing

@Suite struct StateTests {
}
