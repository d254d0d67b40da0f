// Texts of the pages, in the reader's language.
const LANGUAGES = { en: 'English', zh: '中文' };

let messages = {};
let fallback = {};
export let language = 'en';

const preferred = () => {
  const chosen = localStorage.getItem('language');
  if (chosen in LANGUAGES) return chosen;
  return navigator.languages.map(tag => tag.slice(0, 2)).find(tag => tag in LANGUAGES) ?? 'en';
};

const read = name => fetch(`/board/web/messages/${name}.json`).then(answer => answer.json());

export const loadMessages = async () => {
  language = preferred();
  [messages, fallback] = await Promise.all([read(language), language === 'en' ? {} : read('en')]);
  document.documentElement.lang = language;
};

export const setLanguage = async name => {
  localStorage.setItem('language', name);
  await loadMessages();
};

export const languages = () => Object.entries(LANGUAGES);

/** The text of a key, with {names} replaced; of an unknown key, the key. */
export const t = (key, values = {}) =>
  (messages[key] ?? fallback[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

/** The same, or another text where there is no such key. */
export const tOr = (key, otherwise) => messages[key] ?? fallback[key] ?? otherwise;
