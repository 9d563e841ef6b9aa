"""HTML as browsers read it, by html5lib, which follows the standard's own algorithm."""

import html5lib


def shown(text):
    """A text as a page may have it: what HTML takes from nobody is a replacement character."""
    def allowed(code):
        return code in (9, 10, 13) or code >= 0x20 and not 0x7F <= code <= 0x9F and code not in (0xFFFE, 0xFFFF)

    return "".join(letter if allowed(ord(letter)) else "\ufffd" for letter in text)


def expected(node):
    """A tree with its texts as they are read: those beside each other are one."""
    if isinstance(node, str):
        return shown(node)
    name, attributes, content = node
    return [name, {key: shown(value) for key, value in attributes.items()}, joined([expected(each) for each in content])]


def joined(content):
    result = []
    for node in content:
        if isinstance(node, str) and result and isinstance(result[-1], str):
            result[-1] += node
        elif node != "":
            result.append(node)
    return result


def read(element):
    """An element of html5lib's, as lists."""
    content = [element.text or ""]
    for child in element:
        content += [read(child), child.tail or ""]
    return [element.tag.rpartition("}")[2], dict(element.attrib), joined(content)]


class Markup:
    def html_differs(self, markup: str, tree: list):
        """The tree that html5lib reads in markup where it is another than this; nothing where it is the same."""
        document = html5lib.parse(f"<!doctype html><title>x</title><body>{markup}</body>", namespaceHTMLElements=False)
        seen, wanted = read(document.find("body"))[2], joined([expected(tree)])
        return None if seen == wanted else {"seen": seen, "wanted": wanted}
