import Operations
import Primitives
import Rates
import StrictJSON

extension Rate {
  /// The rate for scripts; its numbers are decimal strings, and a side that is not known is null.
  var json: JSON {
    let numbers = [bid, ask, mid].map { $0?.decimal }
    let text = { (number: (text: String, isExact: Bool)?) in JSON.text(number?.text) }
    return [
      "base": .string(pair.base.code), "quote": .string(pair.quote.code), "bid": text(numbers[0]),
      "ask": text(numbers[1]), "mid": text(numbers[2]), "kind": .string(kind.rawValue),
      "market": .string(market.rawValue), "source": .string(source), "asOf": .integer(asOf), "asOfDay": .text(day),
      "retrieved": .integer(retrieved), "old": .bool(isOld), "suspect": .bool(isSuspect),
      "via": .array(legs.map(\.json)), "exact": .bool(isExact && numbers.allSatisfy { $0?.isExact ?? true }),
    ]
  }
}

extension RateChange {
  /// The change of a pair for scripts, with a minus sign where the price fell.
  func json(of pair: CurrencyPair) -> JSON {
    let sign = isFall ? "-" : ""
    return [
      "pair": .string(pair.description), "absolute": .text(size?.decimal.map { sign + $0.text }),
      "percent": .text(percent?.text(digits: 2).map { sign + $0 }),
    ]
  }
}

extension RatesOverview.Missing {
  var json: JSON {
    [
      "pair": .string(pair.description), "code": .string("rates.\(error.code)"), "message": .string(error.message),
    ]
  }
}

extension SourceProblem {
  /// The problem for scripts.
  var json: JSON {
    [
      "source": .string(source), "code": .string("rates.\(error.code)"), "message": .string(error.message),
      "nextTry": .integer(nextTry),
    ]
  }
}

extension RatesOverview {
  /// The overview for scripts.
  var json: JSON {
    [
      "market": .string(market.rawValue), "rates": .array(rows.map(\.rate.json)),
      "changes": .array(rows.map { row in row.change.map { $0.json(of: row.rate.pair) } ?? .null }),
      "missing": .array(missing.map(\.json)), "suspects": .array(suspects.map(\.json)),
      "problems": .array(problems.map(\.json)),
      "news": headline.map {
        ["title": .string($0.title), "link": .string($0.link), "time": .integer($0.time)]
      } ?? .null,
    ]
  }
}

extension RatesConversion {
  /// The conversion for scripts: each result rounded as it is shown, and exact as a fraction.
  ///
  /// - Parameter digits: Those after the point of what is shown; nil for those of the currency.
  func json(digits: Int?) -> JSON {
    [
      "amount": .string(amount.description), "from": .string(currency.code), "market": .string(market.rawValue),
      "results": .array(
        results.map { result in
          let target = result.rate.pair.quote
          let digits = digits ?? target.digits(for: result.value)
          return [
            "to": .string(target.code), "value": .text(result.value.text(digits: digits)), "digits": .integer(digits),
            "exactValue": .string(result.value.description), "side": .string(result.side.rawValue),
            "rate": result.rate.json,
          ]
        }), "missing": .array(missing.map(\.json)), "suspects": .array(suspects.map(\.json)),
      "problems": .array(problems.map(\.json)),
    ]
  }
}

extension BankOffer {
  /// The bank and its rates for scripts.
  var json: JSON {
    [
      "bank": .string(bank.slug), "name": .string(bank.name), "currency": .string(currency.code),
      "cash": cash?.json ?? .null, "card": card?.json ?? .null, "site": .text(bank.site), "phone": .text(bank.phone),
      "email": .text(bank.email), "address": .text(bank.address), "rating": .text(bank.rating),
    ]
  }
}

extension BankRate {
  fileprivate var json: JSON { ["bid": .text(bid), "ask": .text(ask), "asOf": .integer(asOf)] }
}
