// FATE's jobs in Cockpit: a card on the dashboard, a tab on the DAG's definition, a tab on a job's instance.
// Text of users is only ever set as text, never as markup.

const element = (tag, text, className) => {
  const node = document.createElement(tag);
  if (text !== undefined && text !== null) node.textContent = text;
  if (className) node.className = className;
  return node;
};

const link = (text, href) => {
  const node = element('a', text);
  node.href = href;
  return node;
};

const load = (api, path) =>
  fetch(`${api.cockpitApi}/plugin/fate/${api.engine}/${path}`, { headers: { Accept: 'application/json' } })
    .then(answer => answer.ok ? answer.json() : Promise.reject(new Error(`Cockpit answered ${answer.status}`)));

const table = (caption, columns, rows) => {
  const node = element('table', null, 'fate-table');
  node.appendChild(element('caption', caption));
  const head = node.appendChild(element('thead')).appendChild(element('tr'));
  columns.forEach(column => {
    const title = head.appendChild(element('th', column));
    title.scope = 'col';
  });
  const body = node.appendChild(element('tbody'));
  rows.forEach(cells => {
    const row = body.appendChild(element('tr'));
    cells.forEach(cell => {
      const data = row.appendChild(element('td'));
      data.appendChild(cell instanceof Node ? cell : document.createTextNode(cell === null ? '' : cell));
    });
  });
  return node;
};

const seconds = millis => millis === null ? '' : `${(millis / 1000).toFixed(1)} s`;
const status = text => element('span', text, `fate-${text}`);

// The board has a page for each job and each of its components.
const board = (text, ...parts) => link(text, `/jobs/${parts.map(encodeURIComponent).join('/')}`);

// What failed in one line; the report with its stack is a click away.
const reason = text => {
  const [first, ...rest] = (text || '').split('\n');
  if (!rest.length) return first;
  const folded = element('details');
  folded.appendChild(element('summary', first));
  folded.appendChild(element('pre', rest.join('\n')));
  return folded;
};

const taskTable = (job, tasks) => table(
  'Components of the job at each party',
  ['Component', 'Party', 'Attempt', 'Status', 'Took', 'Reason'],
  tasks.map(task => [board(task.component, job, task.component), `${task.role} ${task.partyId}`, String(task.version + 1),
    status(task.partyStatus), seconds(task.elapsed), reason(task.error || task.waitReason)]));

const jobTable = (api, jobs, node) => table(
  'FATE jobs, newest first',
  ['Job', 'Initiator', 'Status', 'Progress', 'Created', 'Took', 'Reason', 'Board'],
  jobs.map(job => {
    const open = link(job.jobId, '#');
    open.onclick = event => {
      event.preventDefault();
      load(api, `jobs/${job.jobId}/tasks`).then(tasks => {
        const details = element('div');
        const heading = details.appendChild(element('h4', `Job ${job.jobId} `));
        if (job.dagDefinitionId) {
          heading.appendChild(link('diagram', `#/process-definition/${job.dagDefinitionId}/runtime`));
        }
        details.appendChild(taskTable(job.jobId, tasks));
        const old = node.querySelector('.fate-details');
        if (old) old.remove();
        details.className = 'fate-details';
        node.appendChild(details);
      }).catch(error => show(node, error));
    };
    return [open, job.initiator, status(job.status), `${job.progress} %`, new Date(job.createTime).toLocaleString(),
      seconds(job.elapsed), reason(job.error || job.waitReason), board('Open', job.jobId)];
  }));

const show = (node, error) => node.appendChild(element('p', error.message));

const jobs = (node, api, definition) =>
  load(api, definition ? `jobs?definition=${encodeURIComponent(definition)}` : 'jobs')
    .then(found => node.appendChild(found.length ? jobTable(api, found, node) : element('p', 'No jobs yet.')))
    .catch(error => show(node, error));

// Suspending an instance suspends its job; the engine's own instance goes on, so Cockpit offers no Activate.
const resume = (api, id) =>
  fetch(`${api.engineApi}/process-instance/${id}/suspended`, {
    method: 'PUT',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-XSRF-TOKEN': api.CSRFToken },
    body: JSON.stringify({ suspended: false }),
  }).then(answer => answer.ok || Promise.reject(new Error(`Cockpit answered ${answer.status}`)));

const waiting = (node, api, id, job) => {
  const line = node.appendChild(element('p', job.waitReason));
  if (job.waitReason.startsWith('suspended by ')) {
    const button = line.appendChild(element('button', 'Resume job', 'btn btn-default'));
    button.onclick = () => resume(api, id)
      .then(() => { line.textContent = 'The job goes on.'; })
      .catch(error => show(node, error));
  }
};

const instance = (node, api, id) =>
  fetch(`${api.engineApi}/process-instance/${id}`, { headers: { Accept: 'application/json' } })
    .then(answer => answer.json())
    .then(found => encodeURIComponent((found.businessKey || '').split(/[_|]/)[0]))
    .then(job => job ? Promise.all([job, load(api, `jobs/${job}`), load(api, `jobs/${job}/tasks`)]) : ['', [], []])
    .then(([name, found, tasks]) => {
      if (found.length) node.appendChild(element('p')).appendChild(board(`Job ${name} on the board`, name));
      found.filter(job => job.waitReason).forEach(job => waiting(node, api, id, job));
      node.appendChild(tasks.length ? taskTable(name, tasks) : element('p', 'This instance is not part of a job.'));
    })
    .catch(error => show(node, error));

export default [
  {
    id: 'fate.login',
    pluginPoint: 'cockpit.login',
    priority: -10,
    render: node => {
      const hint = node.appendChild(element('p', 'An account with a second factor logs in ', 'fate-login'));
      hint.appendChild(link('at the board', '/login?back=/camunda/app/cockpit/'));
      hint.appendChild(document.createTextNode(', and is logged in here then, too.'));
    },
    unmount: () => {},
  },
  {
    id: 'fate.dashboard',
    pluginPoint: 'cockpit.dashboard',
    priority: 10,
    properties: { label: 'FATE jobs' },
    render: (node, { api }) => {
      node.appendChild(element('h3', 'FATE jobs'));
      jobs(node, api);
    },
    unmount: () => {},
  },
  {
    id: 'fate.definition.jobs',
    pluginPoint: 'cockpit.processDefinition.runtime.tab',
    priority: 20,
    properties: { label: 'FATE jobs' },
    render: (node, { api, processDefinitionId }) => jobs(node, api, processDefinitionId),
    unmount: () => {},
  },
  {
    id: 'fate.instance.components',
    pluginPoint: 'cockpit.processInstance.runtime.tab',
    priority: 200,
    properties: { label: 'FATE components' },
    render: (node, { api, processInstanceId }) => instance(node, api, processInstanceId),
    unmount: () => {},
  },
];
