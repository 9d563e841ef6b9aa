// Pages work without this. It asks no other server, writes no markup and keeps nothing.

// A form is sent once: its button says that it is under way.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  if (form.method === 'post') {
    form.dataset.sent = 'yes';
    form.querySelectorAll('button[type=submit]').forEach((button) => button.setAttribute('aria-busy', 'true'));
  }
  if (form.dataset.here) {
    event.preventDefault();
    sendHere(form);
  }
});
// A form that changes nothing but this page is sent from where it stands: what is typed into another one stays.
const sendHere = async (form) => {
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)), redirect: 'manual' });
    if (answer.type !== 'opaqueredirect') throw answer;
    document.getElementById('main').focus({ preventScroll: true });
    update();
  } catch {
    form.submit();
  }
};
// A page that the Back button brings back can send its form again; the server knows what was done.
window.addEventListener('pageshow', (event) => {
  if (event.persisted && document.querySelector('[data-secret]')) {
    location.reload();
  } else if (event.persisted) {
    document.querySelectorAll('form').forEach((form) => delete form.dataset.sent);
    document.querySelectorAll('[aria-busy]').forEach((button) => button.removeAttribute('aria-busy'));
  }
});
// Words and keys are not kept for the Back button.
window.addEventListener('pagehide', () => {
  document.querySelectorAll('[data-secret]').forEach((element) => {
    element.replaceChildren();
    if ('value' in element) element.value = '';
  });
});

// What was wrong is read first.
document.querySelector('[data-focus]')?.focus();

// Copy buttons stand beside what they copy.
const addCopyButtons = () => {
  document.querySelectorAll('button.copy').forEach((button) => {
    if (!button.previousElementSibling?.dataset.copy) button.remove();
  });
  document.querySelectorAll('[data-copy]').forEach((element) => {
    if (element.nextElementSibling?.classList.contains('copy')) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = element.dataset.copy;
    button.addEventListener('click', async () => {
      const what = button.previousElementSibling;
      try {
        await navigator.clipboard.writeText(what.dataset.value ?? what.textContent);
        button.textContent = document.body.dataset.copied;
      } catch {
        getSelection().selectAllChildren(what);
      }
    });
    element.after(button);
  });
};
addCopyButtons();

// A slider writes into the number field beside it, once it is moved; without this it would do nothing, and is not there.
document.querySelectorAll('input[type=range][data-for]').forEach((slider) => {
  const field = document.getElementById(slider.dataset.for);
  slider.hidden = false;
  // As long as the field is empty the slider shows no value either.
  const agree = () => {
    const isEmpty = field.value === '';
    slider.classList.toggle('unset', isEmpty);
    slider.value = isEmpty ? slider.min : field.value;
    if (isEmpty) slider.setAttribute('aria-valuetext', slider.dataset.unset); else slider.removeAttribute('aria-valuetext');
  };
  const choose = () => { field.value = slider.value; agree(); };
  agree();
  // A tap where it stands already is no input, and chooses all the same.
  slider.addEventListener('input', choose);
  slider.addEventListener('click', choose);
  field.addEventListener('input', agree);
});

// The bytes that a text has left are told while it is typed.
document.querySelectorAll('[data-left-of]').forEach((place) => {
  const field = document.getElementById(place.dataset.leftOf);
  field?.addEventListener('input', () => {
    place.textContent = Number(place.dataset.most) - new TextEncoder().encode(field.value).length;
  });
});

// The camera: what it sees goes the way of a picture from a file, and it is off again at once.
const camera = document.getElementById('camera');
if (camera && navigator.mediaDevices?.getUserMedia) {
  const { start, shoot, failed } = camera.dataset;
  const form = document.getElementById('picture-form');
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button', textContent: start });
  camera.append(button);
  const stop = () => video.srcObject?.getTracks().forEach((track) => track.stop());
  window.addEventListener('pagehide', stop);
  button.addEventListener('click', async () => {
    try {
      if (!video.srcObject) {
        video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
        camera.prepend(video);
        await video.play();
        button.textContent = shoot;
        return;
      }
      const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight });
      canvas.getContext('2d').drawImage(video, 0, 0);
      stop();
      const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
      const files = new DataTransfer();
      files.items.add(new File([blob], 'camera.png', { type: 'image/png' }));
      form.elements.picture.files = files.files;
      form.requestSubmit();
    } catch {
      stop();
      button.replaceWith(failed);
    }
  });
}

// Keys: / searches, g and a letter goes. Never while somebody types.
const places = { l: '/lectures', m: '/mine', w: '/wallets', g: '/gas', r: '/rates', x: '/exchange' };
let went = false;
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest?.('input, select, textarea, [contenteditable]');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.cookie.includes('keys=off')) return;
  if (event.key === '/') {
    event.preventDefault();
    document.getElementById('q')?.focus();
  } else if (went && places[event.key]) {
    location.href = places[event.key];
  }
  went = event.key === 'g' && !went;
});

// Times of a server elsewhere are told by the clock of who reads them, in the form that the page has.
const tellTimes = (root) => {
  const two = (number) => String(Math.abs(number)).padStart(2, '0');
  root.querySelectorAll('time[data-local]').forEach((element) => {
    const time = new Date(element.dateTime);
    if (Number.isNaN(time.getTime())) return;
    const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
    const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
    const east = -time.getTimezoneOffset();
    const zone = east ? `UTC${east < 0 ? '-' : '+'}${two(Math.trunc(east / 60))}:${two(east % 60)}` : 'UTC';
    const date = {
      ko: `${year}년 ${month}월 ${day}일`, uk: `${two(day)}.${two(month)}.${year},`,
    }[document.documentElement.lang] ?? `${year}-${two(month)}-${two(day)}`;
    element.textContent = `${date} ${clock} ${zone}`;
  });
};
tellTimes(document);

// A form in which somebody typed or ticked is left alone.
document.addEventListener('input', (event) => {
  if (event.target.form) event.target.form.dataset.touched = 'yes';
});

// Which of the old nodes each new one stands for: first those that are of one kind and have the same forms in them, so that
// no form takes the place of another one, or of a note that comes before it.
const kind = (node) => [node.nodeName, node.id, node.getAttribute?.('action')].join(' ');
const kindWithForms = (node) => [node, ...(node.querySelectorAll?.('form') ?? [])].map(kind).join();
const paired = (ours, theirs) => {
  const pairs = new Map();
  const left = [...ours];
  for (const like of [kindWithForms, kind]) {
    for (const node of theirs.filter((node) => !pairs.has(node))) {
      const wanted = like(node);
      const index = left.findIndex((old) => like(old) === wanted);
      if (index >= 0) pairs.set(node, left.splice(index, 1)[0]);
    }
  }
  return [pairs, left];
};

// What is new comes into the page, and what is the same stays: with its focus, what is selected and what is open.
const merge = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  const isForm = old.nodeName === 'FORM';
  if (isForm && (old.dataset.touched || old.dataset.sent || old.contains(document.activeElement))) return;
  for (const { name } of [...old.attributes]) {
    if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== 'open' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const ours = [...old.childNodes].filter((node) => !node.classList?.contains('copy'));
  const theirs = [...fresh.childNodes];
  const [pairs, left] = paired(ours, theirs);
  left.forEach((node) => node.remove());
  const kept = ours.filter((node) => !left.includes(node));
  for (const node of theirs) {
    const place = pairs.get(node);
    if (!place || place !== kept[0]) old.insertBefore(place ?? document.adoptNode(node), kept[0] ?? null);
    if (!place) continue;
    kept.splice(kept.indexOf(place), 1);
    merge(place, node);
  }
};

// A page reads itself again and takes what is new. Where no network or server answers it stays as it is.
const waits = Number(document.body.dataset.every ?? 0) * 1000;
let [loading, again] = [false, false];
const update = () => {
  if (loading) { again = true; return; }
  loading = true;
  const address = new URL(document.body.dataset.address ?? location.href, location.href);
  address.hash = '';
  const request = new XMLHttpRequest();
  request.open('GET', address.href);
  request.responseType = 'document';
  request.timeout = 30000;
  request.onload = () => {
    loading = false;
    if (request.responseURL !== address.href) { location.replace(request.responseURL); return; }
    const fresh = request.response?.getElementById('main');
    if (waits && (!fresh || request.status === 503)) return;
    // The waiting is over: what stands there now may need other scripts.
    if (waits && !request.response.body.dataset.every) { location.reload(); return; }
    if (fresh) {
      tellTimes(fresh);
      merge(document.getElementById('main'), fresh);
      addCopyButtons();
      document.title = request.response.title;
    }
    if (again) { again = false; update(); }
  };
  request.onerror = request.ontimeout = () => { loading = false; };
  request.send();
};
// A page that waits for something asks by itself, too.
if (waits) setInterval(() => { if (!loading && !document.hidden) update(); }, waits);

// Live pages: one tab holds the stream of events, the others listen to it. A page that nobody sees is read when it is
// seen again, and after a minute it leaves the stream to others.
const kinds = (document.body.dataset.live ?? '').split(' ').filter(Boolean);
if (kinds.length > 0 && 'locks' in navigator) {
  const channel = new BroadcastChannel('events');
  let stale = false;
  const take = (kind) => {
    if (!kinds.includes(kind) && kind !== 'reset') return;
    if (document.hidden) stale = true; else update();
  };
  channel.onmessage = (event) => take(event.data);
  let leave, timer;
  const lead = () => {
    const waiting = new AbortController();
    leave = () => waiting.abort();
    navigator.locks.request('live', { signal: waiting.signal }, () => new Promise((done) => {
      const stream = new EventSource('/events');
      leave = () => { stream.close(); done(); };
      // The server has too many streams just now: pages are read as before, and it is asked again in a minute.
      stream.addEventListener('error', () => {
        if (stream.readyState !== EventSource.CLOSED) return;
        done();
        leave = undefined;
        timer = setTimeout(() => { if (!leave && !document.hidden) lead(); }, 60000);
      });
      for (const kind of ['tx', 'block', 'gas', 'rates', 'reset']) {
        stream.addEventListener(kind, () => { channel.postMessage(kind); take(kind); });
      }
    })).catch(() => {});
  };
  lead();
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(() => { leave(); leave = undefined; }, 60000);
      return;
    }
    if (!leave) { lead(); stale = true; }
    if (stale) { stale = false; update(); }
  });
}
