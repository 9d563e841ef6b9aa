import Localization

/// The words around every page.
enum LayoutText: Phrase {
  case lectures, mine, wallets, gas, rates, exchange, more
  case skip, path, sections, search, network, account, noAccount, settings, lock, problem, error, refresh
  case nothingSent, again, readOnly, home, copy, copied, page(Int, of: Int), next, previous, testNetwork, refreshed
  case request, details, scrolls

  var english: String {
    switch self {
    case .lectures: "Lectures"
    case .mine: "Mine"
    case .wallets: "Wallets"
    case .gas: "Gas"
    case .rates: "Rates"
    case .exchange: "Exchange"
    case .more: "More"
    case .skip: "Skip to the content"
    case .path: "You are here"
    case .sections: "Sections"
    case .search: "Search"
    case .network: "Network"
    case .account: "Account"
    case .noAccount: "No account"
    case .settings: "Settings"
    case .lock: "Lock keys"
    case .problem: "There is a problem"
    case .error: "Error"
    case .refresh: "Refresh"
    case .nothingSent: "Nothing was sent."
    case .again: "Try again"
    case .readOnly: "Read only"
    case .home: "All lectures"
    case .copy: "Copy"
    case .copied: "Copied"
    case .page(let page, let count): "Page \(page) of \(count)"
    case .next: "Next"
    case .previous: "Previous"
    case .testNetwork: "test network"
    case .request: "Request"
    case .details: "Details for whoever helps you"
    case .refreshed: "This page was updated."
    case .scrolls: "This is wider than the screen. Swipe it sideways, or use the arrow keys once it is focused."
    }
  }

  var korean: String {
    switch self {
    case .lectures: "강의"
    case .mine: "내 강의"
    case .wallets: "지갑"
    case .gas: "가스"
    case .rates: "환율"
    case .exchange: "거래소"
    case .more: "더 보기"
    case .skip: "본문으로 건너뛰기"
    case .path: "현재 위치"
    case .sections: "메뉴"
    case .search: "검색"
    case .network: "네트워크"
    case .account: "계정"
    case .noAccount: "계정 없음"
    case .settings: "설정"
    case .lock: "키 잠그기"
    case .problem: "문제가 있습니다"
    case .error: "오류"
    case .refresh: "새로 고침"
    case .nothingSent: "아무것도 전송되지 않았습니다."
    case .again: "다시 시도"
    case .readOnly: "읽기 전용"
    case .home: "모든 강의"
    case .copy: "복사"
    case .copied: "복사됨"
    case .page(let page, let count): "\(count)쪽 중 \(page)쪽"
    case .next: "다음"
    case .previous: "이전"
    case .testNetwork: "테스트 네트워크"
    case .request: "요청"
    case .details: "도움을 줄 사람을 위한 세부 정보"
    case .refreshed: "페이지가 갱신되었습니다."
    case .scrolls: "내용이 화면보다 넓습니다. 옆으로 밀거나, 선택한 뒤 화살표 키로 움직이세요."
    }
  }

  var ukrainian: String {
    switch self {
    case .lectures: "Лекції"
    case .mine: "Мої"
    case .wallets: "Гаманці"
    case .gas: "Газ"
    case .rates: "Курси"
    case .exchange: "Біржа"
    case .more: "Ще"
    case .skip: "Перейти до вмісту"
    case .path: "Ви тут"
    case .sections: "Розділи"
    case .search: "Пошук"
    case .network: "Мережа"
    case .account: "Рахунок"
    case .noAccount: "Рахунку немає"
    case .settings: "Налаштування"
    case .lock: "Замкнути ключі"
    case .problem: "Є проблема"
    case .error: "Помилка"
    case .refresh: "Оновити"
    case .nothingSent: "Нічого не надіслано."
    case .again: "Спробувати ще раз"
    case .readOnly: "Лише читання"
    case .home: "Усі лекції"
    case .copy: "Копіювати"
    case .copied: "Скопійовано"
    case .page(let page, let count): "Сторінка \(page) з \(count)"
    case .next: "Далі"
    case .previous: "Назад"
    case .testNetwork: "тестова мережа"
    case .request: "Запит"
    case .details: "Подробиці для того, хто допомагає"
    case .refreshed: "Сторінку оновлено."
    case .scrolls: "Це ширше за екран. Гортайте вбік або клавішами зі стрілками, коли воно у фокусі."
    }
  }
}
