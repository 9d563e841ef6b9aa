import Primitives
import Testing

@testable import Rates

@Suite("Texts and dates of news")
struct NewsTextTests {
  @Test(
    "Tags are stripped and entities read once",
    arguments: [
      ("<p>a</p><p>b</p>", "a b"), ("a<br/>b<BR>c", "a b c"), ("<b>a</b>b<i class='x'>c</i>", "abc"),
      ("1 < 2 > 0", "1 < 2 > 0"),
      ("a<3", "a<3"), ("&amp;lt;b&amp;gt;", "&lt;b&gt;"), ("&lt;b&gt;", "<b>"),
      ("&laquo;a&raquo;&nbsp;&mdash;&hellip;", "«a» —…"),
      ("&#8211;&#x2014;&#X2014;", "–——"), ("&#146;&#x80;", "’€"), ("&unknown; &;& &a", "&unknown; &;& &a"),
      ("&#xd800;&#0;&#1114112;", "\u{fffd}\u{fffd}"), ("&#+38;&#x+26;&#-1;&#;&#x;", "&#+38;&#x+26;&#-1;&#;&#x;"),
      ("a<script>b</script>c<STYLE>d</Style>e", "a c e"), ("a<script>b", "a"), ("a<!-- b", "a"), ("a<!-- b -->c", "ac"),
      ("a<!doctype b>c<?php d?>e</>f", "a c e f"), ("a<b", "a"), ("<", "<"), ("&", "&"), ("", nil), ("<p></p>", nil),
      ("가<em>나</em>다", "가나다"),
    ])
  func html(html: String, text: String?) { #expect(HTMLText.text(of: html).plainText() == text) }

  @Test(
    "A mebibyte of anything is read at once",
    arguments: ["<", "<a", "<!--", "<script>", "&", "&amp;", "</script", "<p>", "-->", "가"])
  func floods(unit: String) {
    let text = HTMLText.text(of: String(repeating: unit, count: (1 << 20) / unit.utf8.count))
    #expect(text.utf8.count <= 1 << 20)
  }

  @Test("A plain text is one line of what shows, cut where it is long")
  func plain() {
    #expect(" a\r\n\tb\u{a0}\u{3000} c\u{200b}\u{1b}[0m ".plainText() == "a b c[0m")
    #expect("abcdef".plainText(limit: 6) == "abcdef" && "abcdefg".plainText(limit: 6) == "abcde…")
    #expect("\u{202e}\u{0}\n".plainText() == nil && "".plainText() == nil)
    #expect(String(repeating: "\u{ad}", count: 3000).plainText() == nil)
    // A blank under an accent is a blank: at the end of what is left no two of them stand together.
    #expect("a  \u{301}b".plainText() == "a \u{301}b" && "abcd \u{301}efg".plainText(limit: 6) == "abcd …")
  }

  @Test(
    "Addresses of the web are those of http and https that show as they are",
    arguments: [
      ("https://a.org/б?c=d&e", true), (" http://a ", true), ("HTTPS://a.org", true), ("https://", false),
      ("ftp://a", false),
      ("//a.org", false), ("javascript:https://a", false), ("https://a b", false), ("https://a\"", false),
      ("https://a\u{202e}", false), ("https://a\n", true), ("https://a\nb", false), ("data:text/html,https://", false),
      ("", false),
    ])
  func addresses(text: String, isOne: Bool) { #expect(text.webAddress == (isOne ? text.trimmed : nil)) }

  @Test(
    "A user before the host, who may look like another host, is left away; without a host it is no address",
    arguments: [
      ("https://bank@evil.example/a", "https://evil.example/a"), ("http://a:b@c@evil/?q=@#@", "http://evil/?q=@#@"),
      ("https://bank.gov.ua%2F@evil", "https://evil"), ("HTTPS://bank@evil:8080", "HTTPS://evil:8080"),
      ("https://good/@name?mail=a@b", "https://good/@name?mail=a@b"), ("https://good?a@b", "https://good?a@b"),
      ("https://good#a@b", "https://good#a@b"), ("https://bank@", nil), ("https://bank@/evil", nil),
      ("https://bank@:80/", nil), ("https://bank\\@evil/", nil),
    ])
  func users(text: String, address: String?) { #expect(text.webAddress == address) }

  @Test(
    "Dates of mail are read in all their forms",
    arguments: [
      ("Sun, 22 Aug 2021 13:45:00 +0300", 1_629_629_100), ("Sun, 22 Aug 2021 10:45:00 GMT", 1_629_629_100),
      ("22 Aug 2021 10:45:00 UT", 1_629_629_100), ("22 Aug 21 10:45 Z", 1_629_629_100),
      ("22 aug 2021 06:45 EDT", 1_629_629_100),
      ("Sun,22 Aug 2021 05:45:00 -0500", 1_629_629_100), ("Sunday, 22 August 2021 10:45:00 utc", 1_629_629_100),
      ("Sun, 22 Aug 2021 19:45:00 +09:00", 1_629_629_100), ("Mon, 22 Aug 2021 13:45:00 EEST (Kyiv)", 1_629_629_100),
      ("  Sun,  22\tAug  2021 10:45:00  GMT ", 1_629_629_100), ("22 Aug 2021 13:45:00", 1_629_629_100),
      ("22 Aug 121 10:45 A", 1_629_629_100), ("1 Jan 1970 0:0:0 GMT", 0), ("31 Dec 99 23:59:59 GMT", 946_684_799),
      ("01 Jan 50 00:00 GMT", -631_152_000), ("Thu, 29 Feb 2024 00:00:60 GMT", 1_709_164_860),
    ] as [(String, Int64)])
  func dates(text: String, time: Int64) { #expect(MailDate.time(of: text, in: .kyiv) == time) }

  @Test(
    "What is no date is none",
    arguments: [
      "", "Sun", "Sun, 22 Aug", "29 Feb 2023 00:00 GMT", "32 Aug 2021 00:00 GMT", "22 Au 2021 00:00 GMT",
      "22 Xyz 2021 00:00 GMT",
      "22 Aug 2021 24:00 GMT", "22 Aug 2021 10:60 GMT", "22 Aug 2021 10:45:61 GMT", "22 Aug 2021 10 GMT",
      "22 Aug 2021 10:45 XYZ",
      "22 Aug 2021 10:45 +2500", "22 Aug 2021 10:45 +030", "22 Aug 2021 10:45 +0060", "22 Aug 2021 10:45 GMT x",
      "22 Aug 99999999999999999999 10:45 GMT", "-2 Aug 2021 10:45 GMT", "22 Aug 2021 +1:45 GMT",
      "٢٢ Aug 2021 10:45 GMT",
      "22 8 2021 10:45 GMT", String(repeating: "1 ", count: 60), "1 Jan 1000 00:00 GMT", "::::", "+", "Sun, , , ,",
    ])
  func noDates(text: String) { #expect(MailDate.time(of: text) == nil) }
}
