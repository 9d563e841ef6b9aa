"""Whether a page keeps out who zooms, uses the keyboard alone, listens to it, or has colours and motion of their own."""

# Heading order, and the motion that is left of who wants none.
HEADINGS = r"""
() => {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((e) => e.checkVisibility())
    .map((e) => [Number(e.tagName[1]), e.textContent.trim().slice(0, 40)]);
  return levels.filter(([level], index) => index > 0 && level > levels[index - 1][0] + 1).map(([level, text]) => `h${level} ${text}`);
}
"""
MOTION = r"""
() => [
  ...document.getAnimations().map((animation) => `${animation.effect?.target?.nodeName} moves`),
  ...[...document.querySelectorAll('*')].filter((e) => {
    const style = getComputedStyle(e);
    return style.scrollBehavior === 'smooth' || style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
  }).map((e) => `${e.nodeName} may move`),
]
"""

# With forced colours: letters and lines against what is behind them, and controls that have no edge.
FORCED = r"""
() => {
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = (colour) => channels(colour).slice(0, 3).map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index], 0);
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const clear = (colour) => !colour.startsWith('rgb') || (channels(colour)[3] ?? 1) === 0;
  const behind = (element) => {
    for (let above = element; above; above = above.parentElement) {
      const colour = getComputedStyle(above).backgroundColor;
      if (!clear(colour)) return colour;
    }
    return getComputedStyle(document.documentElement).colorScheme.includes('dark') ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)';
  };
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim());
    const name = `${element.nodeName} ${element.getAttribute('class') ?? ''} ${element.textContent.trim().slice(0, 30)}`;
    const ground = behind(element);
    if (element.namespaceURI.endsWith('svg')) {
      const isLine = ['line', 'polyline', 'path'].includes(element.nodeName) && !clear(style.stroke);
      const paint = element.nodeName === 'text' ? style.fill : isLine ? style.stroke : undefined;
      if (paint && !clear(paint) && contrast(paint, ground) < 1.5) found.push(`${name}: ${paint} on ${ground}`);
    } else if (words && contrast(style.color, ground) < 3 && !element.matches('.hidden, option, script')) {
      found.push(`${name}: ${style.color} on ${ground}`);
    }
    if (element.matches('button, a.button, input:not([type=hidden]), select, textarea')
      && style.borderStyle === 'none' && style.appearance === 'none') found.push(`${name} has no edge`);
  }
  return found;
}
"""

# The element that has the focus: its name, whether that is seen, and what lies on it.
FOCUS = r"""
() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  // The part of it that is in the window.
  const bounds = element.getBoundingClientRect();
  const [left, top] = [Math.max(0, bounds.left), Math.max(0, bounds.top)];
  const [width, height] = [Math.min(innerWidth, bounds.right) - left, Math.min(innerHeight, bounds.bottom) - top];
  const style = getComputedStyle(element);
  const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.2], [0.5, 0.8]]
    .map(([x, y]) => [left + width * x, top + height * y]);
  const isSeen = width > 0 && height > 0 && points.some(([x, y]) => {
    const at = document.elementFromPoint(x, y);
    return at && (element.contains(at) || at.contains(element) && at !== document.body && at !== document.documentElement);
  });
  document.focused ??= [];
  const isNew = !document.focused.includes(element);
  document.focused.push(element);
  const name = `${element.nodeName}${element.id && '#' + element.id} ${element.textContent.trim().slice(0, 30)}`;
  return { name, isNew, isSeen, isMarked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 };
}
"""
# What Tab has to reach: of radio buttons one of each group.
REACHED = r"""
() => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.type !== 'radio' && e.tabIndex >= 0
    && !(document.focused ?? []).includes(e))
  .map((e) => `${e.nodeName}${e.id && '#' + e.id} ${e.textContent.trim().slice(0, 30)}`)
"""


def unnamed(page):
    """The controls that have no name for who listens, by the browser's own tree."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    controls = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "spinbutton", "slider", "image"}
    return [node["role"]["value"] for node in nodes
            if not node["ignored"] and node.get("role", {}).get("value") in controls
            and not node.get("name", {}).get("value", "").strip()]


def tab_faults(page, most=250):
    """Goes through a page that was just opened by Tab: what is not reached, cannot be seen where it is, or does not show its focus."""
    found = []
    for _ in range(most):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        if at is None or not at["isNew"]:
            break
        if not at["isSeen"]:
            found.append(f"{at['name']} has the focus and is hidden")
        if not at["isMarked"]:
            found.append(f"the focus on {at['name']} is not shown")
    return found + [f"Tab does not reach {name}" for name in page.evaluate(REACHED)]
