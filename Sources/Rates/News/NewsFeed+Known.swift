extension NewsFeed {
  /// The feeds that need no setting, in Ukrainian, Korean and English.
  public static let known: [NewsFeed] = [
    NewsFeed(
      name: "minfin-rss", title: "MinFin", language: "uk", url: "https://minfin.com.ua/rss/", zone: .kyiv,
      numbersItems: true),
    NewsFeed(
      name: "finance-ua-rss", title: "finance.ua", language: "uk", url: "https://news.finance.ua/ua/rss", zone: .kyiv),
    NewsFeed(
      name: "finance-ua-news", title: "finance.ua", language: "uk",
      url: "https://news-api.finance.ua/api/1.0/news/public/page-collection/all.class"
        + "?limit=30&offset=0&option_id=18&type_id=2&lang=ua",
      form: .financeUA, zone: .kyiv),
    NewsFeed(
      name: "epravda", title: "Ekonomichna Pravda", language: "uk", url: "https://www.epravda.com.ua/rss/", zone: .kyiv,
      wasTriedLive: true),
    NewsFeed(
      name: "interfax-ukraine", title: "Interfax-Ukraine", language: "uk",
      url: "https://ua.interfax.com.ua/news/last.rss", zone: .kyiv, wasTriedLive: true),
    NewsFeed(
      name: "nbu-rss", title: "National Bank of Ukraine", language: "uk", url: "https://bank.gov.ua/rss/news",
      zone: .kyiv),
    NewsFeed(
      name: "yonhap", title: "Yonhap News", language: "ko", url: "https://www.yna.co.kr/rss/economy.xml", zone: .seoul),
    NewsFeed(
      name: "hankyung-finance", title: "Hankyung", language: "ko", url: "https://www.hankyung.com/feed/finance",
      zone: .seoul),
    NewsFeed(
      name: "hankyung-economy", title: "Hankyung", language: "ko", url: "https://www.hankyung.com/feed/economy",
      zone: .seoul),
    NewsFeed(
      name: "maeil", title: "Maeil Business", language: "ko", url: "https://www.mk.co.kr/rss/30100041/", zone: .seoul),
    NewsFeed(name: "tokenpost", title: "TokenPost", language: "ko", url: "https://www.tokenpost.kr/rss", zone: .seoul),
    NewsFeed(
      name: "blockmedia", title: "Blockmedia", language: "ko", url: "https://www.blockmedia.co.kr/feed", zone: .seoul),
    NewsFeed(
      name: "ecb-press", title: "European Central Bank", language: "en",
      url: "https://www.ecb.europa.eu/rss/press.html", zone: .frankfurt, crawlDelay: 5),
    NewsFeed(
      name: "fed-press", title: "Federal Reserve", language: "en",
      url: "https://www.federalreserve.gov/feeds/press_all.xml"),
  ]
}
