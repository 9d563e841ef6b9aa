import Localization

/// The words about how the ratings of a lecture are spread, and its prices.
enum RatingText: Phrase {
  case show, spread, ofRun(Int), byQuestion, question, prices, run, price, notTold

  var english: String {
    switch self {
    case .show: "How the ratings are spread"
    case .spread: "How the ratings of this run are spread"
    case .ofRun(let count):
      "\(count) \(Plural.english(count, "student", "students")) of this run rated it, by the mean of five scores."
    case .byQuestion: "By question"
    case .question: "Question"
    case .prices: "Prices of its runs"
    case .run: "Run"
    case .price: "Price"
    case .notTold: "The node does not tell single ratings now."
    }
  }

  var korean: String {
    switch self {
    case .show: "평가 분포 보기"
    case .spread: "이번 회차의 평가 분포"
    case .ofRun(let count): "이번 회차 수강생 \(count)명의 평가, 다섯 점수의 평균 기준."
    case .byQuestion: "질문별"
    case .question: "질문"
    case .prices: "회차별 가격"
    case .run: "회차"
    case .price: "가격"
    case .notTold: "지금은 노드에서 개별 평가를 읽을 수 없습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .show: "Як розподілені оцінки"
    case .spread: "Як розподілені оцінки цього набору"
    case .ofRun(let count):
      "Оцінили \(count) \(Plural.ukrainian(count, "студент", "студенти", "студентів")) цього набору, за середнім п'яти оцінок."
    case .byQuestion: "За запитаннями"
    case .question: "Запитання"
    case .prices: "Ціни наборів"
    case .run: "Набір"
    case .price: "Ціна"
    case .notTold: "Зараз вузол не каже окремих оцінок."
    }
  }
}
