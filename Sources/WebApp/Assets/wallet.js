// Finds the wallets of this browser and asks them: to sign in, and to sign what a review shows. It asks no other server, writes
// no markup, and sends nothing a second time by itself, but for the same bytes to who pays a fee of theirs once. Its texts stand in
// the page.
const place = document.querySelector('#wallets, #wallet');
place?.querySelector('[data-without-script]')?.remove();
const button = document.getElementById('pay');
const data = place?.dataset ?? {};
const guard = data.guard ?? document.querySelector('main [name=guard]')?.value ?? '';
const review = `/proposals/${data.proposal}`;

const make = (name, fields, ...content) => {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...content);
  return element;
};
const text = (key) => (place.getAttribute(`data-say-${key}`) ?? key).replaceAll('{network}', () => data.network);
const note = (...content) => make('p', { className: 'note warning' }, ...content.flatMap((part) => [part, ' ']));
const link = (key, href) => make('a', { href, textContent: text(key) });
const again = () => button ? link('again', review) : '';
const list = make('ul', { className: 'wallets' });
const twice = make('div', { ariaLive: 'polite' });
const status = make('div', { ariaLive: 'polite' });
const say = (...content) => status.replaceChildren(note(...content));
// Names and messages are foreign: no controls, no marks of direction, no towers of accents, and an end.
const foreign = (name, most = 64) => {
  const plain = String(name ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').replace(/(\p{M}{2})\p{M}+/gu, '$1');
  return make('bdi', { textContent: [...plain].slice(0, most).join('').trim() || '?' });
};

// The wallets.

const announced = new Map();
const events = ['accountsChanged', 'chainChanged', 'networkChanged', 'disconnect'];
let kaia, other, chosen, isSettled, isByHand, isBusy;
const isKaia = ({ provider, rdns }) => provider === window.klaytn || provider.isKaikas || /kaia|kaikas/i.test(rdns);
const remembered = (rdns) => {
  try {
    if (rdns) localStorage.setItem('wallet', rdns);
    return localStorage.getItem('wallet');
  } catch { /* The browser keeps nothing. */ }
};

const known = () => {
  const all = [...announced.values()];
  const { klaytn, ethereum } = window;
  if (klaytn?.request && !all.some(({ provider }) => provider === klaytn || provider.isKaikas)) {
    all.push(kaia ??= { name: 'Kaia Wallet', rdns: 'window.klaytn', provider: klaytn });
  }
  if (isSettled && announced.size === 0 && ethereum?.request && ethereum !== klaytn) {
    all.push(other ??= { name: text('browser'), rdns: 'window.ethereum', provider: ethereum });
  }
  return all;
};

const show = () => {
  const all = known();
  [kaia, other].forEach((wallet) => all.includes(wallet) || wallet?.item?.remove());
  all.forEach((wallet) => list.contains(wallet.item ??= item(wallet)) || list.append(wallet.item));
  if (!isByHand) {
    const last = all.filter(({ rdns }) => rdns === remembered());
    const fit = last.length > 0 || !isSettled ? last : all;
    choose(fit.length === 1 && !fit[0].isDoubtful ? fit[0] : undefined);
  }
  if (isSettled && all.length === 0) say(text('none'));
};

const item = (wallet) => {
  const one = make('button', { type: 'button', className: 'button' }, foreign(wallet.name));
  if (wallet.icon) one.prepend(make('img', { src: wallet.icon, alt: '', width: 32, height: 32 }));
  if (button) one.ariaPressed = false;
  one.addEventListener('click', () => {
    if (isBusy) return;
    isByHand = true;
    choose(wallet);
    if (!button) once(() => signIn(wallet));
  });
  return make('li', {}, one);
};

const choose = (wallet) => {
  if (wallet === chosen || isBusy) return;
  for (const each of [chosen, wallet]) {
    // Beside the button that asks it, the wallet that is chosen is marked, and no second such button.
    if (button && each) each.item.firstChild.ariaPressed = each === wallet;
    else each?.item.firstChild.classList.toggle('main', each === wallet);
  }
  chosen = wallet;
  const others = document.querySelector('[data-other-wallets]');
  if (others) others.hidden = Boolean(wallet && isKaia(wallet));
  if (!wallet || !button) return;
  const heard = () => { if (wallet === chosen) check(wallet); };
  if (!wallet.isWatched) events.forEach((name) => wallet.provider.on?.(name, heard));
  wallet.isWatched = true;
  heard();
};

// Asking.

// The end of an action that the person is told of.
class Stop {
  constructor(...content) { this.content = content; }
}
const keys = {
  4001: 'refused', 4100: 'unauthorised', 4200: 'unsupported', [-32601]: 'unsupported', 4900: 'disconnected',
  4901: 'disconnected', [-32002]: 'open',
};
const code = (error) => error?.data?.originalError?.code ?? error?.code;
const isUnsupported = (error) => keys[code(error)] === 'unsupported';

// Asks in the first of some ways that the wallet knows.
const ask = async (wallet, [method, params = []], ...others) => {
  try {
    return await wallet.provider.request({ method, params });
  } catch (error) {
    if (others.length === 0 || !isUnsupported(error)) throw error;
    return ask(wallet, ...others);
  }
};
// Asks what the person decides. An answer that comes late still counts.
const prompt = async (late, ...request) => {
  say(text('ask'));
  const timer = setTimeout(() => say(text(late), again() || link('reload', location.href)), 120_000);
  try {
    return await ask(...request);
  } finally {
    clearTimeout(timer);
  }
};

const post = async (path, fields, headers) => {
  const body = headers ? JSON.stringify(fields) : new URLSearchParams({ guard, ...fields });
  let answer, response;
  try {
    response = await fetch(path, { method: 'POST', body, headers: { Accept: 'application/json', ...headers } });
    answer = await response.json();
  } catch {
    throw new Stop(text('unreachable'));
  }
  if (answer.ok) return answer;
  const { message, reason, advice, next } = answer.error ?? {};
  const step = next && next.page !== review ? make('a', { href: next.page, textContent: next.text }) : '';
  const stop = new Stop(...[message, reason, advice].filter(Boolean), step, again());
  throw Object.assign(stop, { isFinal: response.status < 500, code: answer.error?.code });
};

const pause = (time) => new Promise((done) => setTimeout(done, time));

// What was signed may have left this browser: the site is asked what became of it, and nothing is signed anew, until it says
// that it was sent, or may have been, or has seen nothing of it in half a minute. Where the same bytes get the same answer they
// are handed over again meanwhile: they, or what whoever pays the fee was told of them, may have been lost on the way.
const follow = async (stop, repeat, ...content) => {
  say(...content);
  let isLost = true;
  for (let tries = 0; tries < 15;) {
    await pause(2000);
    const answer = await fetch(`/api/v1${review}`, { headers: { Accept: 'application/json' } })
      .then(async (response) => ({ ...await response.json(), status: response.status })).catch(() => {});
    // Who is no longer signed in sees the review after that.
    if ([403, 404].includes(answer?.status)) return;
    if (!answer?.ok) continue;
    isLost = answer.proposal.open;
    if (!isLost && (!repeat || answer.proposal.state !== 'asked')) return;
    if (repeat && tries % 3 === 0 && !await repeat()) return;
    tries += 1;
  }
  if (isLost) throw stop;
};

// A second press asks nothing. Who is done leaves the page; who is stopped may press again, or what stands beside the error.
const once = async (action, ...beside) => {
  if (isBusy) return;
  isBusy = true;
  button?.setAttribute('aria-busy', 'true');
  try {
    await action();
  } catch (error) {
    isBusy = false;
    button?.removeAttribute('aria-busy');
    const key = keys[code(error)];
    if (error instanceof Stop) say(...error.content);
    else say(...key ? [text(key)] : [text('failed'), foreign(error?.message, 200)], ...beside);
  }
};

const connect = async (wallet) => {
  const accounts = await prompt('silent', wallet, ['eth_requestAccounts']);
  if (!/^0x[0-9a-f]{40}$/i.test(accounts?.[0])) throw new Stop(text('unauthorised'));
  return accounts[0];
};

// Signing in.

const signIn = async (wallet) => {
  const address = await connect(wallet);
  const { message } = await post('/session/nonce', { address });
  const hex = [...new TextEncoder().encode(message)].reduce((all, byte) => all + byte.toString(16).padStart(2, '0'), '0x');
  const signature = await prompt('silent', wallet, ['personal_sign', [hex, address]], ['klay_sign', [address, hex]]);
  await post('/session', { address, signature });
  remembered(wallet.rdns);
  // A page of another site is none to go on to.
  data.next ||= '/lectures';
  const next = URL.canParse(data.next, location.origin) && new URL(data.next, location.origin);
  location.assign(next.origin === location.origin ? next.href : '/lectures');
};

// Paying.

const same = (one, two) => String(one).toLowerCase() === String(two).toLowerCase();
const otherAccount = () => [text('other'), link('signin', `/sign-in?next=${encodeURIComponent(review)}`)];
const payOwn = () => {
  const own = make('button', { type: 'button', className: 'button', textContent: text('payown') });
  own.addEventListener('click', () => begin('own'));
  return own;
};
const noFree = () => [text('nofree'), payOwn()];
const isOnChain = async (wallet) => {
  try {
    return BigInt(await ask(wallet, ['eth_chainId'])) === BigInt(data.chain);
  } catch {
    return false;
  }
};

// Says what can be known of a wallet without asking the person.
const check = async (wallet) => {
  const accounts = await ask(wallet, ['eth_accounts']).catch(() => []);
  const isRight = await isOnChain(wallet);
  if (wallet !== chosen) return;
  button.disabled = accounts?.length > 0 && !same(accounts[0], data.from);
  if (button.disabled) say(...otherAccount());
  else if (isBusy) return;
  else if (data.fee === 'platform' && !isKaia(wallet)) say(...noFree());
  else if (accounts?.length > 0 && !isRight) say(text('chain'));
  else status.replaceChildren();
};

const changeChain = async (wallet) => {
  if (await isOnChain(wallet)) return;
  const { chain: chainId, network: chainName, rpc, symbol } = data;
  const ways = (verb, value) => ['Ethereum', 'Klaytn'].map((name) => [`wallet_${verb}${name}Chain`, [value]]);
  try {
    await prompt('silent', wallet, ...ways('switch', { chainId }));
  } catch (error) {
    if (isUnsupported(error)) throw new Stop(text('chain'));
    if (code(error) !== 4902) throw error;
    if (!rpc) throw new Stop(text('addchain'));
    const nativeCurrency = { name: symbol, symbol, decimals: 18 };
    await prompt('silent', wallet, ...ways('add', { chainId, chainName, rpcUrls: [rpc], nativeCurrency }));
  }
  if (!await isOnChain(wallet)) throw new Stop(text('chain'));
};

// The wallet sends. The site is told of the hash some times; nothing else is repeated.
const send = async (wallet, call) => {
  const hash = await prompt('unknown', wallet, ['eth_sendTransaction', [call]]).catch((error) => {
    throw keys[code(error)] ? error : new Stop(text('doubt'), foreign(error?.message, 200));
  });
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw new Stop(text('unknown'), again());
  const number = make('code', { textContent: hash });
  const untold = [text('untold'), number, again()];
  await tell('sent', { hash }, [number], new Stop(...untold), ...untold);
};

// Tells the site what the wallet did, some times; with words for a refusal, and for a site that does not answer.
const tell = async (what, fields, refused, ...unreachable) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await post(`${review}/${what}`, fields);
    } catch (stop) {
      if (stop.isFinal) throw new Stop(...refused, ...stop.content);
      if (tries === 5) return follow(unreachable[0], undefined, ...unreachable.slice(1));
      await pause(2000);
    }
  }
};

// The wallet signs a limit order; the platform looks at the signature and posts the order. Nothing is sent to the chain.
const signOrder = async (wallet) => {
  const ways = ['eth', 'klay', 'kaia'].map((name) => [`${name}_signTypedData_v4`, [data.from, data.typed]]);
  const signature = await prompt('silent', wallet, ...ways);
  if (!/^0x([0-9a-f]{2})+$/i.test(signature)) throw new Stop(text('failed'), foreign(signature, 80));
  await tell('signed', { signature }, [], new Stop(text('notarrived'), again()), text('looked'));
};

// The wallet signs; the platform pays the fee and sends.
const signOnly = async (wallet, call) => {
  const type = `FEE_DELEGATED_SMART_CONTRACT_EXECUTION${data.ratio ? '_WITH_RATIO' : ''}`;
  const params = [{ type, ...call, ...data.ratio && { feeRatio: Number(data.ratio) } }];
  const signed = await prompt('silent', wallet, ['klay_signTransaction', params], ['kaia_signTransaction', params])
    .catch((error) => { throw isUnsupported(error) ? new Stop(...noFree()) : error; });
  const raw = typeof signed === 'string' ? signed : signed?.rawTransaction ?? signed?.raw ?? signed?.senderTxHashRLP;
  if (!/^0x3[12]([0-9a-f]{2})+$/i.test(raw)) throw new Stop(...noFree());
  const headers = { 'Content-Type': 'application/json', 'X-Form-Guard': guard };
  // The reason why nobody can tell whether it was sent; nothing once that is known.
  const handOver = async () => {
    try {
      await post('/api/v1/fee', { proposal: data.proposal, userSignedTx: { raw } }, headers);
    } catch (stop) {
      // Another transaction was signed for it before: the review tells what became of that.
      if (stop.code === 'delegation.signedOtherwise') return;
      // Who pays no more today says so however often it is asked: what is left is to pay oneself, or another day.
      if (stop.code === 'delegation.budgetSpent') stop.content.pop();
      if (stop.code === 'delegation.busy') throw stop;
      const isUnknown = stop.code === 'delegation.outcomeUnknown';
      if (isUnknown || !stop.isFinal && stop.code !== 'delegation.unreachable') return stop;
      stop.content.push(payOwn());
      throw stop;
    }
  };
  const doubt = await handOver();
  if (doubt) await follow(doubt.code ? doubt : new Stop(text('notarrived'), again()), handOver, text('looked'));
};

const pay = async (fee) => {
  const wallet = chosen;
  if (!wallet) throw new Stop(text('choose'));
  if (fee === 'platform' && !isKaia(wallet)) throw new Stop(...noFree());
  if (!same(await connect(wallet), data.from)) throw new Stop(...otherAccount());
  await changeChain(wallet);
  const form = button.form ? Object.fromEntries(new FormData(button.form)) : {};
  const { state } = await post(`${review}/asked`, { ...form, shown: button.dataset.shown });
  // It is done, or may be: the review tells.
  if (state) return location.assign(review);
  const { from, to, value, data: input, gas } = data;
  if (data.typed) await signOrder(wallet);
  else await (fee === 'platform' ? signOnly : send)(wallet, { from, to, value, data: input, gas });
  remembered(wallet.rdns);
  location.assign(review);
};
// Who chose to pay the fee and was stopped by the wallet, before anything was sent, chooses it again with one press.
const begin = (fee) => {
  if (button.form && !button.form.reportValidity()) return;
  once(() => pay(fee), ...fee === data.fee ? [] : [payOwn()]);
};

// Beginning: first the ear, then the question. Wallets may come late.

if (place?.id === 'wallets' || place && button) {
  place.append(list, twice, status);
  button?.addEventListener('click', (event) => {
    event.preventDefault();
    begin(data.fee);
  });
  window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
  window.addEventListener('eip6963:announceProvider', ({ detail }) => {
    const { info, provider } = detail ?? {};
    if (typeof info?.uuid !== 'string' || typeof provider?.request !== 'function' || announced.size > 30) return;
    const first = announced.get(info.uuid);
    if (!first) {
      const [icon, rdns] = [String(info.icon), String(info.rdns).slice(0, 64)];
      announced.set(info.uuid, { name: info.name || rdns, rdns, icon: /^data:image\//i.test(icon) && icon, provider });
    } else if (first.provider !== provider) {
      first.isDoubtful = true;
      twice.replaceChildren(note(text('two'), foreign(first.name), foreign(info.name)));
    }
    show();
  });
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  show();
  setTimeout(() => { isSettled = true; show(); }, 300);
}
