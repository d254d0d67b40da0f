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

const call = async (path, options) => {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new CallError(0, { message: 'offline' });
  }
  if (answer.status === 401 && !path.endsWith('/login')) onLogout();
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

/** Follows a job, or the list of all; `changed` is called after each change, `state` when the line is lost or back. */
export const follow = (job, changed, state) => {
  const source = new EventSource(`/board/api/events?${new URLSearchParams(job ? { job } : {})}`);
  let lost = false;
  source.addEventListener('changed', changed);
  source.addEventListener('open', () => {
    if (lost) { lost = false; changed(); }
    state(true);
  });
  // a stream ends after minutes, and the next begins at once: only what stays away is told
  let away;
  source.onerror = () => {
    lost = true;
    clearTimeout(away);
    away = setTimeout(() => source.readyState !== EventSource.OPEN && state(false), 4000);
  };
  return () => { clearTimeout(away); source.close(); };
};
