#!/usr/bin/env python3
"""Answers for all sources of rates from recorded files, on this machine: to try rates, and to test them, without a network.

    python3 Tests/RecordedSources/serve.py --port 8399
    LECTURES_RATES_MIRROR=http://127.0.0.1:8399 lectures rates

An address https://HOST/PATH?QUERY is asked for as http://127.0.0.1:PORT/HOST/PATH?QUERY. The files in Answers are served as
they were recorded; with --today their dates are moved, so that the newest is the day that was asked for, or today. A file
has an ETag, and what was not changed is answered with 304. What the table below does not have is 404. A lie is told for all
with --lie KIND, or for those who ask at http://127.0.0.1:PORT/~KIND.
"""

import argparse
import datetime
import decimal
import fnmatch
import hashlib
import http.server
import os
import pathlib
import re
import sys
import threading
import time
import urllib.parse

# The address, with * for anything, and the file; with a status other than 200, that. The first that fits is answered.
ANSWERS = [
    # National Bank of Ukraine
    ("bank.gov.ua/NBUStatService/v1/statdirectory/exchange?*", "nbu-exchange.json"),
    ("bank.gov.ua/NBU_Exchange/exchange_site?*", "nbu-days.json"),
    ("bank.gov.ua/rss/news", "news-nbu-rss.xml"),
    # MinFin, with a key and without
    ("api.minfin.com.ua/mb/*", "minfin-mb.json"),
    ("api.minfin.com.ua/nbu/*", "minfin-nbu.json"),
    ("api.minfin.com.ua/summary/*", "minfin-summary.json"),
    ("api.minfin.com.ua/auction/info/*", "minfin-auction.json"),
    ("minfin.com.ua/api/currency/simple/*", "minfin-site-simple.json"),
    ("minfin.com.ua/api/currency/rates/banks/usd/*", "minfin-site-banks-usd.json"),
    ("minfin.com.ua/api/currency/rates/banks/eur/*", "minfin-site-banks-eur.json"),
    ("minfin.com.ua/rss/", "news-minfin-rss.xml"),
    # finance.ua
    ("resources.finance.ua/ua/public/currency-cash.json", "finance-ua-cash.json"),
    ("finance.ua/banks/api/organizationsList*", "finance-ua-banks.json"),
    ("news.finance.ua/ua/rss", "news-finance-ua-rss.xml"),
    ("news-api.finance.ua/api/1.0/news/public/page-collection/all.class*", "news-finance-ua-news.json"),
    # PrivatBank and monobank
    ("api.privatbank.ua/p24api/pubinfo?*coursid=5", "privatbank-cash.json"),
    ("api.privatbank.ua/p24api/pubinfo?*coursid=11", "privatbank-card.json"),
    ("api.privatbank.ua/p24api/exchange_rates?*", "privatbank-day.json"),
    ("api.monobank.ua/bank/currency", "monobank-currency.json"),
    # Korea
    ("oapi.koreaexim.go.kr/site/program/financial/exchangeJSON?*", "exim-day.json"),
    ("ecos.bok.or.kr/api/StatisticSearch/*/0000001", "ecos-usd.json"),
    ("ecos.bok.or.kr/api/StatisticSearch/*/0000002", "ecos-jpy.json"),
    ("ecos.bok.or.kr/api/StatisticSearch/*/0000003", "ecos-eur.json"),
    ("ecos.bok.or.kr/api/StatisticSearch/*", "ecos-nothing.json"),
    ("api.bithumb.com/v1/orderbook?markets=KRW-KAIA", "bithumb-book-kaia.json"),
    ("api.bithumb.com/v1/orderbook?markets=KRW-BTC", "bithumb-book-btc.json"),
    ("api.bithumb.com/v1/orderbook?markets=KRW-ETH", "bithumb-book-eth.json"),
    ("api.bithumb.com/v1/orderbook?markets=KRW-USDT", "bithumb-book-usdt.json"),
    ("api.bithumb.com/v1/ticker?markets=KRW-BTC", "bithumb-ticker-btc.json"),
    ("api.bithumb.com/v1/candles/days?market=KRW-KAIA*", "bithumb-days-kaia.json"),
    ("api.bithumb.com/*", "bithumb-unknown.json", 404),
    ("api.upbit.com/v1/orderbook?markets=KRW-BTC", "upbit-book-btc.json"),
    ("api.upbit.com/v1/ticker?markets=KRW-BTC", "upbit-ticker-btc.json"),
    ("api.upbit.com/v1/candles/days?market=KRW-BTC*", "upbit-days-btc.json"),
    ("api.upbit.com/*", "upbit-unknown.json", 404),
    # Exchanges of coins
    ("data-api.binance.vision/api/v3/ticker/bookTicker?symbol=KAIAUSDT", "binance-book-kaia.json"),
    ("data-api.binance.vision/api/v3/ticker/bookTicker?symbol=BTCUSDT", "binance-book-btc.json"),
    ("data-api.binance.vision/api/v3/ticker/bookTicker?symbol=ETHUSDT", "binance-book-eth.json"),
    ("data-api.binance.vision/api/v3/ticker/bookTicker?symbols=*", "binance-books.json"),
    ("data-api.binance.vision/api/v3/klines?symbol=KAIAUSDT*", "binance-days-kaia.json"),
    ("data-api.binance.vision/*", "binance-unknown.json", 400),
    ("whitebit.com/api/v4/public/ticker", "whitebit-ticker.json"),
    ("whitebit.com/api/v4/public/orderbook/USDT_UAH*", "whitebit-book-usdt-uah.json"),
    ("whitebit.com/api/v4/public/orderbook/BTC_UAH*", "whitebit-book-btc-uah.json"),
    ("whitebit.com/api/v4/public/orderbook/ETH_UAH*", "whitebit-book-eth-uah.json"),
    ("whitebit.com/api/v4/public/orderbook/BTC_USDT*", "whitebit-book-btc-usdt.json"),
    ("whitebit.com/api/v1/public/kline?market=USDT_UAH*", "whitebit-days-usdt-uah.json"),
    ("whitebit.com/*", "whitebit-unknown.json", 422),
    ("*api.coingecko.com/api/v3/simple/price?*", "coingecko-price.json"),
    # Reference rates of central banks
    ("api.frankfurter.dev/v2/rates?*from=*", "frankfurter-v2-nbu-days.json"),
    ("api.frankfurter.dev/v2/rates?*", "frankfurter-v2-nbu.json"),
    ("api.frankfurter.dev/v1/latest*", "frankfurter-v1-latest.json"),
    ("api.frankfurter.dev/v1/*..*", "frankfurter-v1-days.json"),
    ("api.frankfurter.dev/v1/*", "frankfurter-v1-day.json"),
    ("www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml", "ecb-daily.xml"),
    ("www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml", "ecb-hist-90d.xml"),
    ("data-api.ecb.europa.eu/service/data/EXR/D.USD.*", "ecb-history-usd.csv"),
    ("data-api.ecb.europa.eu/service/data/EXR/D.KRW.*", "ecb-history-krw.csv"),
    # News
    ("www.epravda.com.ua/rss/", "news-epravda.xml"),
    ("ua.interfax.com.ua/news/last.rss", "news-interfax-ukraine.xml"),
    ("www.yna.co.kr/rss/economy.xml", "news-yonhap.xml"),
    ("www.hankyung.com/feed/finance", "news-hankyung-finance.xml"),
    ("www.hankyung.com/feed/economy", "news-hankyung-economy.xml"),
    ("www.mk.co.kr/rss/30100041/", "news-maeil.xml"),
    ("www.tokenpost.kr/rss", "news-tokenpost.xml"),
    ("www.blockmedia.co.kr/feed", "news-blockmedia.xml"),
    ("www.ecb.europa.eu/rss/press.html", "news-ecb-press.xml"),
    ("www.federalreserve.gov/feeds/press_all.xml", "news-fed-press.xml"),
]

# Files whose dates are of licences, and stay.
STANDING = {"finance-ua-banks.json"}

TYPES = {".json": "application/json; charset=utf-8", ".xml": "text/xml; charset=utf-8", ".csv": "text/csv"}
LIES = {
    "html": "a page for people instead of an answer",
    "cut": "an answer that ends in its middle",
    "empty": "an answer without a byte",
    "huge": "60 MB",
    "none": "an empty list",
    "zero, negative, nan, overflow": "all rates so",
    "tenfold, thousandfold": "all rates with the point further to the right",
    "crossed": "bid and ask in the places of one another",
    "other": "the rates of currencies in the places of others",
    "twice": "all rows again, with rates ten times as high",
    "future": "all dates a month ahead",
    "limit": "status 429 and Retry-After",
    "elsewhere": "a redirect to another host",
    "slow": "no answer for a minute",
}

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
DAY = datetime.timedelta(days=1)
EPOCH = datetime.date(1970, 1, 1)

# The forms in which answers write a day; the groups are year, month and day, or seconds or milliseconds since 1970.
DATES = re.compile(
    r"(?P<iso>\b(?P<y1>20\d\d)-(?P<m1>\d\d)-(?P<d1>\d\d))"
    r"|(?P<first>\b(?P<d2>\d\d)\.(?P<m2>\d\d)\.(?P<y2>20\d\d)\b)"
    r"|(?P<compact>(?<=\")(?P<y3>20\d\d)(?P<m3>[01]\d)(?P<d3>[0-3]\d)(?=\"))"
    r"|(?P<mail>\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(?P<d4>\d?\d) (?P<m4>" + "|".join(MONTHS) + r") (?P<y4>20\d\d)\b)"
    r"|(?P<millis>\b1[4-9]\d{11}\b)|(?P<secs>\b1[4-9]\d{8}\b)"
)


def day_of(match):
    """The day that a match of DATES tells; None for a number that only looks like one."""
    try:
        kind = match.lastgroup if match.lastgroup in ("millis", "secs") else None
        if kind:
            return EPOCH + DAY * (int(match.group(kind)) // (86_400_000 if kind == "millis" else 86_400))
        for number in "1234":
            if match.group("y" + number):
                month = match.group("m" + number)
                month = MONTHS.index(month) + 1 if month in MONTHS else int(month)
                return datetime.date(int(match.group("y" + number)), month, int(match.group("d" + number)))
    except ValueError:
        return None


def moved(text, days, latest=None):
    """A text with all its dates moved by so many days; times of day stay, but for those after the latest, in seconds."""

    def replacement(match):
        day = day_of(match)
        if day is None:
            return match.group()
        day += DAY * days
        if match.group("iso"):
            return day.isoformat()
        if match.group("first"):
            return day.strftime("%d.%m.%Y")
        if match.group("compact"):
            return day.strftime("%Y%m%d")
        if match.group("mail"):
            weekday = WEEKDAYS[day.weekday()] + ", " if "," in match.group() else ""
            return f"{weekday}{day.day:02} {MONTHS[day.month - 1]} {day.year}"
        unit = 86_400_000 if match.group("millis") else 86_400
        time_then = int(match.group()) + days * unit
        late = latest is not None and time_then > latest * unit // 86_400
        return str(time_then - unit if late else time_then)

    return DATES.sub(replacement, text)


def newest(text):
    """The newest day in a text; None if there is none."""
    return max((day for day in map(day_of, DATES.finditer(text)) if day), default=None)


def asked_day(address):
    """The last day that an address asks for; today if it asks for none."""
    days = re.findall(r"(?:date|end|to|searchdate|endPeriod)=([\d.-]+)|/(\d{8})/\d{7}$|(\d{4}-\d\d-\d\d)(?=\?|$)", address)
    for text in ("".join(day) for day in days):
        for form in ("%Y%m%d", "%Y-%m-%d", "%d.%m.%Y"):
            try:
                return datetime.datetime.strptime(text.rstrip("."), form).date()
            except ValueError:
                pass
    return datetime.datetime.now(datetime.timezone.utc).date()


def numbers(change):
    """A change of all rates in a text: of the numbers with a point, which dates are not."""
    number = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
    return lambda text: number.sub(lambda match: change(match.group()), text)


def exchanged(pairs):
    """A change of names for one another, each with the one behind it, wherever they stand as words of their own."""
    names = dict(zip(pairs.split()[::2], pairs.split()[1::2]))
    names |= {b: a for a, b in names.items()}
    words = re.compile(r"(?<![A-Za-z0-9])(?:" + "|".join(names) + r")(?![A-Za-z0-9])")
    return lambda text: words.sub(lambda match: names[match.group()], text)


def again(text):
    """A list with all its rows once more, with rates ten times as high; the members of an object stand in it twice."""
    if "<Cube currency" in text:
        return re.sub(r"<Cube currency[^>]*>", lambda m: m.group() + tenfold(m.group()), text)
    return text.strip()[:-1] + "," + tenfold(text.strip())[1:]


tenfold = numbers(lambda text: str(decimal.Decimal(text) * 10) if float(text) else text)

SIDES = "bid ask bids asks bidPrice askPrice bid_price ask_price rateBuy rateSell"

SPOILT = {
    "none": lambda text: re.sub(r"<Cube currency[^>]*>", "", text) if text.lstrip().startswith("<") else "[]",
    "zero": numbers(lambda text: "0.0000"),
    "negative": numbers(lambda text: "-" + text),
    "nan": numbers(lambda text: "NaN"),
    "overflow": numbers(lambda text: text + "e99999"),
    "tenfold": tenfold,
    "thousandfold": numbers(lambda text: str(decimal.Decimal(text) * 1000)),
    # Where sale stands for sell there is no sell.
    "crossed": lambda text: exchanged(SIDES + (" buy sale" if '"sale"' in text else " buy sell"))(text),
    "other": exchanged("USD JPY usd jpy 840 392 KAIA ETH kaia bitcoin KAIAUSDT BTCUSDT BTC_USDT ETH_USDT BTC_UAH ETH_UAH"),
    "twice": again,
}


# Made once: several at a time would keep all other requests waiting.
HUGE = b"[" + b" " * (60 << 20) + b"]"


class Handler(http.server.BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server_version = "RecordedSources"
    sys_version = ""

    def do_GET(self):
        options = self.server.options
        address = urllib.parse.unquote(self.path.lstrip("/"))
        self.lie = options.lie
        if address.startswith("~"):
            self.lie, _, address = address[1:].partition("/")
        time.sleep(60 if self.lie == "slow" else options.slow)
        if options.down:
            return self.answer(503, b"", "text/plain")
        if self.lie == "limit":
            return self.answer(429, b"{}", TYPES[".json"], {"Retry-After": "600"})
        if self.lie == "elsewhere":
            return self.answer(302, b"", "text/plain", {"Location": "https://example.org/"})
        file, status = self.find(address)
        if file is None:
            return self.answer(404, b"not found\n", "text/plain")
        kind = TYPES[file.suffix]
        body = file.read_bytes()
        if options.today or self.lie:
            # Not all files are UTF-8; dates and numbers are ASCII in all of them.
            day = None if file.name in STANDING else asked_day(address)
            body = self.changed(body.decode("latin-1"), day).encode("latin-1")
        if self.lie == "html":
            body, kind = b"<!DOCTYPE html><html><head><title>Sign in</title></head></html>", "text/html"
        elif self.lie == "huge":
            return self.answer(200, HUGE, kind)
        elif self.lie == "empty":
            body = b""
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if status == 200 and not self.lie and self.headers.get("If-None-Match") == tag:
            return self.answer(304, b"", kind, {"ETag": tag})
        self.answer(status, body, kind, {"ETag": tag} if status == 200 else {})

    def find(self, address):
        for pattern, name, *status in ANSWERS:
            file = self.server.options.answers / name
            if fnmatch.fnmatchcase(address, pattern) and file.exists():
                return file, (status or [200])[0]
        return None, 404

    def changed(self, text, day):
        options = self.server.options
        last = newest(text)
        if day and last and (options.today or self.lie == "future"):
            ahead = 30 if self.lie == "future" else 0
            text = moved(text, (day - last).days + ahead, None if ahead else int(time.time()))
        return SPOILT[self.lie](text) if self.lie in SPOILT else text

    def date_time_string(self, timestamp=None):
        now = time.time() if timestamp is None else timestamp
        return super().date_time_string(now + (30 * 86_400 if self.lie == "future" else 0))

    def answer(self, status, body, kind, headers={}):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.server.note(f"{self.command} {self.path} {status}")
        try:
            if self.lie == "cut":
                self.wfile.write(body[: len(body) // 2])
                self.close_connection = True
            else:
                self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """The server, and where it writes down what was asked."""

    daemon_threads = True

    def __init__(self, options):
        super().__init__(("127.0.0.1", options.port), Handler)
        self.options = options
        self.log = open(options.log, "a", buffering=1) if options.log else sys.stdout
        self.lock = threading.Lock()

    def note(self, line):
        with self.lock:
            print(line, file=self.log, flush=True)


def end_with(parent):
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="Lies: " + "; ".join(f"{name}: {text}" for name, text in LIES.items()) + ".",
    )
    parser.add_argument("--port", type=int, default=8399, help="on 127.0.0.1; 0 is any free one")
    parser.add_argument("--answers", type=pathlib.Path, default=pathlib.Path(__file__).parent / "Answers", metavar="DIR")
    parser.add_argument("--log", metavar="FILE", help="write each request there, a line each, and not to the output")
    parser.add_argument("--with-parent", action="store_true", help="end when the program that started it has ended")
    parser.add_argument("--today", action="store_true", help="move the dates of answers to the day that is asked for")
    parser.add_argument("--down", action="store_true", help="answer everything with status 503")
    parser.add_argument("--slow", type=float, default=0, metavar="SECONDS", help="wait before each answer")
    parser.add_argument("--lie", choices=sorted(", ".join(LIES).split(", ")), help="answer wrongly")
    options = parser.parse_args()
    server = Server(options)
    if options.with_parent:
        threading.Thread(target=end_with, args=[os.getppid()], daemon=True).start()
    print(f"Answering for {len(ANSWERS)} addresses at http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
