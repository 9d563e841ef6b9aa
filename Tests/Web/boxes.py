"""Where the elements of a page are, and what is wrong with that: no picture is compared with another, but boxes with one another.

A page is looked at as it is: its own text on text, out of its box or cut off, controls too small for a finger, things wider
than the window, and boxes that move when it turns dark.
"""

# Everything in one turn of the page's own thread, so that no news comes between two measurements.
SCRIPT = r"""
() => {
  const root = document.documentElement;
  const faults = [];
  const name = (element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '')
    + (element.getAttribute('class') ? '.' + element.getAttribute('class').trim().replace(/\s+/g, '.') : '');
  const told = (text) => JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, 40));
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
    for (let above = element; above; above = above.parentElement) {
      const style = getComputedStyle(above);
      // For who listens, or until it has the focus.
      if (style.clipPath !== 'none' || above.matches('.skip:not(:focus)')) return false;
    }
    return true;
  };
  const all = [...document.body.querySelectorAll('*')].filter(isShown);
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height];
  };

  // Light and dark.
  const given = root.dataset.theme;
  const [light, dark] = ['light', 'dark'].map((theme) => { root.dataset.theme = theme; return all.map(box); });
  if (given === undefined) delete root.dataset.theme; else root.dataset.theme = given;
  all.forEach((element, index) => {
    if (light[index].some((side, each) => Math.abs(side - dark[index][each]) > 1)) {
      faults.push(`${name(element)} is at ${light[index].map(Math.round)} in light and ${dark[index].map(Math.round)} in dark`);
    }
  });

  // Controls.
  const controls = all.filter((element) => element.matches('a.button, button, input, select, textarea, summary, nav a'));
  controls.forEach((control) => {
    const { width, height } = control.getBoundingClientRect();
    if (Math.min(width, height) < 24) faults.push(`${name(control)} ${told(control.textContent)} is ${width} x ${height}`);
  });

  // Buttons stand apart: a finger hits one of them.
  const buttons = controls.filter((element) => element.matches('a.button, button:not(.copy)'))
    .map((element) => [element, element.getBoundingClientRect()]);
  buttons.forEach(([one, here], index) => {
    buttons.slice(index + 1).forEach(([other, there]) => {
      const wide = Math.max(here.left, there.left) - Math.min(here.right, there.right);
      const high = Math.max(here.top, there.top) - Math.min(here.bottom, there.bottom);
      if (Math.min(wide, high) < 0 && Math.max(wide, high) >= 0 && Math.max(wide, high) < 7.5) {
        faults.push(`${told(one.textContent)} and ${told(other.textContent)} are ${Math.max(wide, high)} px apart`);
      }
    });
  });

  // What is visible of a box through all that it scrolls in, and in which layer.
  const seen = (element, rect) => {
    let [left, right, top, bottom, layer] = [rect.left, rect.right, rect.top, rect.bottom, ''];
    for (let above = element; above && above !== document.body; above = above.parentElement) {
      const style = getComputedStyle(above);
      if (style.overflowX !== 'visible') {
        const bounds = above.getBoundingClientRect();
        [left, right] = [Math.max(left, bounds.left), Math.min(right, bounds.right)];
        [top, bottom] = [Math.max(top, bounds.top), Math.min(bottom, bounds.bottom)];
      }
      if (style.position === 'fixed') layer = 'fixed';
    }
    return { left, right, top, bottom, layer };
  };
  const block = (element) => {
    while (getComputedStyle(element).display.startsWith('inline') && !element.matches('a.button, button, .badge')) {
      element = element.parentElement;
    }
    return element;
  };
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const isInScroller = (element) => {
    for (let above = element; above && above !== document.body; above = above.parentElement) if (scrolls(above)) return true;
    return false;
  };

  // Texts, and the controls that other texts must not lie on.
  const pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const holder = node.parentElement;
    if (!node.nodeValue.trim() || !isShown(holder) || holder.matches('option, textarea, script, title, desc')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const inDrawing = holder.namespaceURI.endsWith('svg');
    const rects = inDrawing ? [holder.getBoundingClientRect()] : [...range.getClientRects()];
    rects.filter((rect) => rect.width > 0 && rect.height > 0).forEach((rect) => {
      const part = seen(holder, rect);
      // Letters of a line are in its middle; what is above and below them may meet the next line's.
      const rest = (part.bottom - part.top) / 4;
      pieces.push({ node, element: holder, text: node.nodeValue, ...part, top: part.top + rest, bottom: part.bottom - rest });
      const bounds = inDrawing ? holder.ownerSVGElement.getBoundingClientRect() : block(holder).getBoundingClientRect();
      if (rect.left < bounds.left - 1 || rect.right > bounds.right + 1) {
        faults.push(`${told(node.nodeValue)} leaves ${name(holder)}: ${[rect.left, rect.right]} of ${[bounds.left, bounds.right]}`);
      }
      if (!isInScroller(holder) && (rect.left < -1 || rect.right > root.clientWidth + 1)) {
        faults.push(`${told(node.nodeValue)} in ${name(holder)} leaves the window: ${[rect.left, rect.right]}`);
      }
    });
  }
  controls.filter((element) => !element.matches('summary, nav a')).forEach((element) => {
    pieces.push({ node: element, element, text: name(element), ...seen(element, element.getBoundingClientRect()) });
  });
  pieces.forEach((one, index) => {
    pieces.slice(index + 1).forEach((other) => {
      if (one.node === other.node || one.layer !== other.layer) return;
      if (one.node.contains(other.node) || other.node.contains(one.node)) return;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1 && high > 1) {
        faults.push(`${told(one.text)} in ${name(one.element)} and ${told(other.text)} in ${name(other.element)} lie on each other`);
      }
    });
  });

  // Cut off: all but what is told in two lines on purpose, and what can be scrolled.
  all.forEach((element) => {
    const style = getComputedStyle(element);
    const hides = (flow) => ['hidden', 'clip'].includes(flow);
    if (element.namespaceURI.endsWith('svg') || element.matches('.clamp, input, select') || !element.textContent.trim()) return;
    if (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      || hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1) {
      faults.push(`${told(element.textContent)} is cut off in ${name(element)}`);
    }
  });
  const widest = Math.max(root.scrollWidth, ...[...document.querySelectorAll('.sections ul')].map((list) => list.scrollWidth));
  if (widest > root.clientWidth) faults.push(`${widest} px wide in a window of ${root.clientWidth}`);
  return [all.length, faults];
}
"""


def faults(page):
    """What is wrong with where the elements of a page are."""
    count, found = page.evaluate(SCRIPT)
    assert count > 10, f"{page.url} has no elements"
    return found


# The parts of a page that moved since a time of its clock, by the browser's own entries, and by how much of the window.
SHIFTS = r"""
(since) => new Promise((done) => {
  const found = [];
  const name = (node) => node ? node.nodeName.toLowerCase() + (node.id ? '#' + node.id : '') + ' ' + (node.className ?? '') : '';
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      if (!shift.hadRecentInput && shift.startTime >= since) found.push(`${shift.value}: ${shift.sources.map((source) => name(source.node)).join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const turns = (left) => left ? requestAnimationFrame(() => turns(left - 1)) : setTimeout(() => done(found), 20);
  turns(3);
})
"""
