import { begin, i18n, translate, watch } from './core.js';

const place = document.getElementById('app');
const title = document.createElement('h1');
const [person, count] = [document.createElement('p'), document.createElement('p')];
const button = document.createElement('button');
title.textContent = translate('proof.page.title');
button.textContent = 'Deutsch';
button.addEventListener('click', () => void i18n.select('de-DE'));
place?.append(title, person, count, button);
watch((name, online) => {
  person.textContent = name;
  count.textContent = online;
});
begin();
