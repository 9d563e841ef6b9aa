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
});
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
document.querySelectorAll('[data-copy]').forEach((element) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = element.dataset.copy;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(element.dataset.value ?? element.textContent);
      button.textContent = document.body.dataset.copied;
    } catch {
      getSelection().selectAllChildren(element);
    }
  });
  element.after(button);
});

// A slider writes into the number field beside it, once it is moved.
document.querySelectorAll('input[type=range][data-for]').forEach((slider) => {
  const field = document.getElementById(slider.dataset.for);
  slider.addEventListener('input', () => { field.value = slider.value; });
  field.addEventListener('input', () => { if (field.value !== '') slider.value = field.value; });
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

// Live pages: one tab holds the stream of events, the others listen to it.
const kinds = (document.body.dataset.live ?? '').split(' ').filter(Boolean);
const refresh = document.querySelector('meta[http-equiv=refresh]');
if (kinds.length > 0 && 'locks' in navigator) {
  const channel = new BroadcastChannel('events');
  let loading = false;
  let again = false;
  const update = () => {
    if (loading) { again = true; return; }
    loading = true;
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
    request.onload = () => {
      loading = false;
      if (request.responseURL !== location.href) { location.replace(request.responseURL); return; }
      const fresh = request.response?.getElementById('main');
      const old = document.getElementById('main');
      if (fresh && !old.contains(document.activeElement?.closest('form'))) {
        old.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
        document.title = request.response.title;
      }
      if (again) { again = false; update(); }
    };
    request.onerror = () => { loading = false; };
    request.send();
  };
  const take = (kind) => { if (kinds.includes(kind) || kind === 'reset') update(); };
  channel.onmessage = (event) => take(event.data);
  navigator.locks.request('live', () => new Promise(() => {
    const stream = new EventSource('/events');
    for (const kind of ['tx', 'block', 'gas', 'rates', 'reset']) {
      stream.addEventListener(kind, () => { channel.postMessage(kind); take(kind); });
    }
  }));
}
