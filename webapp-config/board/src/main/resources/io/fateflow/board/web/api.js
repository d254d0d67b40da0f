// Calls of the server, and its events.
export class CallError extends Error {
  constructor(status, { id = '', message, remedy = '' }) {
    super(message);
    this.status = status;
    this.id = id;
    this.remedy = remedy;
  }
}

let onLogout = () => {};
export const whenLoggedOut = listener => { onLogout = listener; };

const refusal = async answer => {
  let told = {};
  try { told = await answer.json(); } catch { /* no JSON: the status says it */ }
  const text = told.message ?? told.retmsg ?? `${answer.status} ${answer.statusText}`;
  const [, id, rest] = /^(FFB-\d+) ([\s\S]*)$/.exec(text) ?? [null, told.id ?? '', text];
  return new CallError(answer.status, { id, message: rest, remedy: told.remedy });
};

/** A server that stands still takes calls and answers none. */
const PATIENCE = 60_000;

const call = async (path, options) => {
  let answer;
  try {
    answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE), ...options });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new CallError(0, { message: 'offline' });
  }
  if (answer.status === 401 && !path.includes('/login')) onLogout();
  if (!answer.ok && answer.status !== 210) throw await refusal(answer);
  return answer;
};

const json = body => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** A call that only pages make. */
export const get = async (path, options) => {
  const answer = await call(`/board/api/${path}`, options);
  return answer.headers.get('Content-Type')?.includes('json') ? answer.json() : answer.text();
};
export const post = async (path, body) => {
  const answer = await call(`/board/api/${path}`, json(body));
  return answer.headers.get('Content-Type')?.includes('json') ? answer.json() : null;
};

const unwrap = async answer => {
  const envelope = await answer.json();
  if (envelope.retcode !== 0) {
    const [, id, text] = /^(FFB-\d+) ([\s\S]*)$/.exec(envelope.retmsg) ?? [null, '', envelope.retmsg];
    throw new CallError(200, { id, message: text });
  }
  return envelope;
};

/** A call of FATE Flow's, in the name of who is logged in. */
export const flow = async (path, body) => unwrap(await call(`/board/v1/${path}`, body === undefined ? {} : json(body)));

/** Where a download is. */
export const download = (path, parameters) => `/board/api/download/${path}?${new URLSearchParams(parameters)}`;

/** Uploads a file; progress goes from 0 to 1. */
export const upload = (parameters, file, progress) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('file', file, 'file');
  request.open('POST', `/board/v1/data/upload?${new URLSearchParams(parameters)}`);
  request.upload.onprogress = event => event.lengthComputable && progress(event.loaded / event.total);
  request.onerror = () => reject(new CallError(0, { message: 'offline' }));
  request.onload = () => {
    try {
      const envelope = JSON.parse(request.responseText);
      if (envelope.retcode === 0) resolve(envelope);
      else reject(new CallError(request.status, { message: envelope.retmsg }));
    } catch {
      reject(new CallError(request.status, { message: request.statusText }));
    }
  };
  request.send(form);
});

/** How long a server may say nothing: it says every ten seconds what is true. */
const SILENCE = 25_000;
const NOTICED = 4_000;
const HURRY = 300;
const LONGEST_PAUSE = 10_000;

/**
 * Follows a topic: a job, the list of all ('') or 'resources'. `load` is called first, and whenever the server says that
 * something else is true than what was loaded; it answers whether it could load. `connected` is told when the line is lost or
 * back. A page that nobody looks at holds no line: a browser has six to a server, for all its pages.
 */
export const follow = (topic, load, connected) => {
  const usual = `/board/api/events?${new URLSearchParams({ topic })}`;
  let [path, onLog] = [usual, () => {}];
  let source = null;
  let [retry, silence, away] = [];
  let [tries, calls, closed] = [0, 0, false];
  let told = '';
  let [wanted, shown] = [1, 0];
  let running = null;
  let begun;
  const first = new Promise(resolve => { begun = resolve; });

  // one at a time: an older answer never comes behind a newer one. What could not be loaded is tried again with the next
  // word of the server
  const refresh = () => {
    if (!running && !closed && shown !== wanted) running = catchUp();
    return running ?? Promise.resolve();
  };
  const catchUp = async () => {
    try {
      while (!closed && shown !== wanted) {
        const now = wanted;
        const could = await load();
        begun();
        if (!could) break;
        shown = now;
      }
    } finally {
      running = null;
    }
  };

  const hang = () => {
    source?.close();
    source = null;
    [retry, silence].forEach(clearTimeout);
  };

  const lost = () => {
    hang();
    if (closed || document.hidden) return;
    away ??= setTimeout(() => connected(false), NOTICED);
    const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
    tries += 1;
    retry = setTimeout(connect, pause);
  };

  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE);
    clearTimeout(away);
    [away, tries] = [undefined, 0];
    connected(true);
  };

  // an event source does not say why it could not be opened: whoever is logged out is sent to log in
  const connect = async () => {
    hang();
    calls += 1;
    const turn = calls;
    if (tries > 1) {
      try {
        await get('session', { signal: AbortSignal.timeout(NOTICED) });
      } catch (error) {
        if (error.status !== 401 && turn === calls) lost();
        return;
      }
      if (turn !== calls || closed || document.hidden) return;
    }
    source = new EventSource(path);
    source.onerror = lost;
    source.addEventListener('state', ({ data }) => {
      heard();
      if (data !== told) { told = data; wanted += 1; }
      refresh();
    });
    source.addEventListener('log', () => onLog());
    silence = setTimeout(lost, SILENCE);
  };

  const looked = () => {
    if (!document.hidden) { tries = 0; connect(); return; }
    hang();
    clearTimeout(away);
    away = undefined;
  };
  document.addEventListener('visibilitychange', looked);
  if (!document.hidden) connect();
  // the server says at once what is true, so that one answer is enough; where it does not, the page is shown nevertheless
  const beginning = setTimeout(refresh, document.hidden ? 0 : HURRY);

  return {
    /** Once `load` was called for the first time. */
    first,
    /** Loads again, whatever is shown. */
    again: () => { wanted += 1; return refresh(); },
    /** Hears from now on that logs have grown, as well; of no place, not any more. */
    logs: (place, listener) => {
      const wanted = place ? `/board/api/${place}/events` : usual;
      onLog = listener;
      if (wanted === path) return;
      path = wanted;
      if (!document.hidden) connect();
    },
    close: () => { closed = true; hang(); [away, beginning].forEach(clearTimeout); document.removeEventListener('visibilitychange', looked); connected(true); },
  };
};
