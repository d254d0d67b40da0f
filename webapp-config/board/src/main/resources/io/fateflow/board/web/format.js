// Times, durations and amounts as people read them.
import { language, t } from './i18n.js';

const locale = () => (language === 'zh' ? 'zh-CN' : 'en-GB');

export const time = millis => {
  if (millis == null) return '–';
  const date = new Date(millis);
  const today = new Date().toDateString() === date.toDateString();
  const clock = date.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  if (today) return clock;
  const sameYear = date.getFullYear() === new Date().getFullYear();
  return `${date.toLocaleDateString(locale(), { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) })} ${clock.slice(0, 5)}`;
};

export const fullTime = millis => (millis == null ? '' : new Date(millis).toLocaleString(locale()));

export const duration = millis => {
  if (millis == null) return '–';
  const seconds = millis / 1000;
  if (seconds < 1) return `${Math.max(0, Math.round(millis))} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

export const ago = millis => t('ago', { time: duration(Math.max(0, Date.now() - millis)) });

export const bytes = count => {
  if (count == null) return '–';
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = count > 0 ? Math.min(units.length - 1, Math.floor(Math.log2(count) / 10)) : 0;
  return `${(count / 1024 ** step).toFixed(step === 0 || count / 1024 ** step >= 100 ? 0 : 1)} ${units[step]}`;
};

export const count = number => Number(number).toLocaleString(locale());

export const figure = (value, digits = 4) => {
  const number = Number(value);
  if (value === null || value === undefined || value === '') return '–';
  if (!Number.isFinite(number)) return String(value);
  if (Number.isInteger(number)) return count(number);
  const size = Math.abs(number);
  return size < 1e-4 || size >= 1e9 ? number.toExponential(2) : String(Number(number.toFixed(digits)));
};

export const percent = value => `${(Number(value) * 100).toFixed(1)} %`;
