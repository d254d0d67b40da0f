// What a job is called, and what is done to one.
import { html, nothing } from './lib.js';
import { flow } from './api.js';
import { t } from './i18n.js';
import { confirm, toast } from './ui.js';

const HELPERS = ['Reader', 'DataTransform', 'Evaluation', 'Upload', 'Download', 'Writer', 'Intersection', 'DataStatistics', 'FeatureScale'];

/** A job that nobody has named is called by what it learns. */
export const title = job => {
  if (job.name) return job.name;
  const modules = [...new Set(job.modules)];
  const main = modules.filter(module => !HELPERS.includes(module));
  return (main.length ? main : modules).slice(0, 3).join(' + ') || job.jobId;
};

export const open = status => ['waiting', 'running'].includes(status);

/** Does something to a job after it was confirmed; tells what came of it. */
const done = async (work, text) => {
  try {
    await work();
    toast(text);
    return true;
  } catch (error) {
    toast([error.id, error.message, error.remedy].filter(Boolean).join(' '), 'failed');
    return false;
  }
};

export const stop = async job => await confirm({ title: t('stop.title'), text: t('stop.text'), button: t('stop.button'), danger: true })
  && done(() => flow('job/stop', { job_id: job.jobId, stop_status: 'canceled' }), t('stop.done'));

export const suspend = async job => await confirm({ title: t('suspend.title'), text: t('suspend.text'), button: t('suspend.button') })
  && done(() => flow('job/suspend', { job_id: job.jobId }), t('suspend.done'));

export const resume = job => done(() => flow('job/resume', { job_id: job.jobId }), t('resume.done'));

/** Runs a job again: what has failed, or everything from a component on. */
export const rerun = async (job, component = '') => {
  const answer = await confirm({
    title: component ? t('rerun.titleFrom', { component }) : t('rerun.title'),
    text: component ? t('rerun.textFrom', { component }) : t('rerun.text'),
    button: t('rerun.button'),
    fields: component ? nothing : html`<label class="check"><input type="checkbox" name="force"> ${t('rerun.force')}</label>`,
  });
  if (!answer) return false;
  const force = Boolean(component) || 'force' in answer;
  return done(() => flow('job/rerun', { job_id: job.jobId, ...(component ? { component_name: [component] } : {}), force }), t('rerun.done'));
};

export const annotate = (job, party, notes) =>
  done(() => flow('job/update', { job_id: job.jobId, role: party.role, party_id: party.partyId, notes }), t('notes.done'));
