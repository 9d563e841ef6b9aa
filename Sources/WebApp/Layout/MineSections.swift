import LectureKit
import Markup

/// The links between the pages of one's own: as a student, as a teacher, as the platform's owner.
struct MineSections: Sendable {
  /// The three pages.
  enum Role: Sendable, CaseIterable {
    case student, teacher, owner
  }

  let visit: Visit
  let current: Role

  var element: Element {
    Element("nav", ["aria-label": visit.text(MinePageText.roles)]) {
      Element("ul", ["class": "filters"]) {
        for role in Role.allCases {
          Element("li") {
            Element.link(
              visit.text(role.title), to: role.link, role == current ? ["aria-current": "page"] : [:])
          }
        }
      }
    }
  }
}

extension MineSections.Role {
  fileprivate var title: MinePageText {
    switch self {
    case .student: .asStudent
    case .teacher: .asTeacher
    case .owner: .asOwner
    }
  }

  fileprivate var link: Link {
    switch self {
    case .student: Link("mine")
    case .teacher: Link("mine", "teaching")
    case .owner: Link("mine", "owner")
    }
  }
}

/// The name of a lecture: its title, or its number where its teacher gave none.
struct LectureName: Sendable {
  let lecture: Lecture
  let visit: Visit

  /// The name as an element, which may stand in a link.
  var element: Element {
    lecture.title.isEmpty
      ? Element("span") { visit.text(LecturePageText.lecture(lecture.number)) } : .foreign(lecture.title)
  }

  /// The name as a link to the lecture.
  var link: Element { Element.link(to: Link("lectures", "\(lecture.number)")) { element } }

  /// The name as a text that shows what it hides.
  var text: String {
    lecture.title.isEmpty ? visit.text(LecturePageText.lecture(lecture.number)) : UntrustedText.shown(lecture.title)
  }
}
