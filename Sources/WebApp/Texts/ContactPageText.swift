import Localization

/// The words of the pages of contacts and codes.
enum ContactPageText: Phrase {
  case title, none, name, actions, add, remove, scanTitle, scanHint, picture, pictureHint, read, camera, shoot
  case noCamera, paste, pasteHint, noPicture, noCode, severalCodes, nothingPasted, noRequest, found, again
  case chooseAccount, makeAccount, sendFrom(String), units(String), chain

  var english: String {
    switch self {
    case .title: "Contacts"
    case .none: "There is no contact yet. A name is safer than an address that is copied."
    case .name: "Name"
    case .actions: "Actions"
    case .add: "Add a contact"
    case .remove: "Remove the contact"
    case .scanTitle: "Scan a code"
    case .scanHint:
      "The code of an address, a request to pay, an invitation, or a receipt. Nothing is sent before you confirm."
    case .picture: "Picture with the code"
    case .pictureHint: "PNG, JPEG or WebP, up to 12 MB"
    case .read: "Read it"
    case .camera: "Use the camera"
    case .shoot: "Take the picture"
    case .noCamera: "There is no camera, or it may not be used."
    case .paste: "Text of the code"
    case .pasteHint: "An address, or what begins with ethereum: or lectures:"
    case .noPicture: "Choose a picture."
    case .noCode:
      "There is no code in it that can be read. Is all of it on the picture, with its white margin, and sharp?"
    case .severalCodes: "There are several codes in it. Cut out the one that is meant."
    case .nothingPasted: "Paste the text of a code."
    case .noRequest:
      "This is no address, request to pay, invitation or receipt. It is not shown here, for it may be a secret."
    case .found: "The code pays"
    case .again: "Scan another"
    case .chooseAccount: "No account acts yet. Choose the wallet to pay from; nothing is sent before you confirm."
    case .makeAccount: "There is no wallet to pay from. Create one, then scan the code again."
    case .sendFrom(let name): "Send from \(name)"
    case .units(let number): "\(number) of the smallest unit"
    case .chain: "Chain"
    }
  }

  var korean: String {
    switch self {
    case .title: "연락처"
    case .none: "아직 연락처가 없습니다. 주소를 복사하는 것보다 이름이 안전합니다."
    case .name: "이름"
    case .actions: "작업"
    case .add: "연락처 추가"
    case .remove: "연락처 삭제"
    case .scanTitle: "코드 스캔"
    case .scanHint: "주소, 지불 요청, 초대, 영수증 코드를 읽습니다. 확인하기 전에는 아무것도 보내지 않습니다."
    case .picture: "코드가 있는 그림"
    case .pictureHint: "PNG, JPEG, WebP, 12 MB까지"
    case .read: "읽기"
    case .camera: "카메라 사용"
    case .shoot: "사진 찍기"
    case .noCamera: "카메라가 없거나 사용할 수 없습니다."
    case .paste: "코드의 텍스트"
    case .pasteHint: "주소, 또는 ethereum: 이나 lectures: 로 시작하는 텍스트"
    case .noPicture: "그림을 고르세요."
    case .noCode: "읽을 수 있는 코드가 없습니다. 흰 여백까지 모두 나왔고 선명한지 확인하세요."
    case .severalCodes: "코드가 여러 개 있습니다. 원하는 것만 잘라 내세요."
    case .nothingPasted: "코드의 텍스트를 붙여 넣으세요."
    case .noRequest: "주소도, 지불 요청도, 초대도, 영수증도 아닙니다. 비밀일 수 있어 표시하지 않습니다."
    case .found: "코드의 내용"
    case .again: "다른 코드 스캔"
    case .chooseAccount: "아직 고른 계정이 없습니다. 보낼 지갑을 고르세요. 확인하기 전에는 아무것도 보내지 않습니다."
    case .makeAccount: "보낼 지갑이 없습니다. 지갑을 만든 뒤 코드를 다시 스캔하세요."
    case .sendFrom(let name): "보내기: \(name)"
    case .units(let number): "최소 단위로 \(number)"
    case .chain: "체인"
    }
  }

  var ukrainian: String {
    switch self {
    case .title: "Контакти"
    case .none: "Контактів ще немає. Ім'я безпечніше за скопійовану адресу."
    case .name: "Ім'я"
    case .actions: "Дії"
    case .add: "Додати контакт"
    case .remove: "Видалити контакт"
    case .scanTitle: "Сканувати код"
    case .scanHint: "Код адреси, запиту на оплату, запрошення чи квитанції. До підтвердження нічого не надсилається."
    case .picture: "Зображення з кодом"
    case .pictureHint: "PNG, JPEG або WebP, до 12 МБ"
    case .read: "Прочитати"
    case .camera: "Увімкнути камеру"
    case .shoot: "Зробити знімок"
    case .noCamera: "Камери немає, або нею не можна користуватися."
    case .paste: "Текст коду"
    case .pasteHint: "Адреса або те, що починається з ethereum: чи lectures:"
    case .noPicture: "Виберіть зображення."
    case .noCode: "Коду, який можна прочитати, немає. Чи він увесь на зображенні, з білим краєм, і чіткий?"
    case .severalCodes: "Кодів кілька. Виріжте потрібний."
    case .nothingPasted: "Вставте текст коду."
    case .noRequest:
      "Це не адреса, не запит на оплату, не запрошення й не квитанція. Тут цього не показано: це може бути таємницею."
    case .found: "Код платить"
    case .again: "Сканувати інший"
    case .chooseAccount:
      "Рахунок ще не вибрано. Виберіть гаманець, з якого платити; до підтвердження нічого не надсилається."
    case .makeAccount: "Гаманця, з якого платити, немає. Створіть його й відскануйте код знову."
    case .sendFrom(let name): "Надіслати з «\(name)»"
    case .units(let number): "\(number) найменших одиниць"
    case .chain: "Ланцюг"
    }
  }
}
