// Comfort for the provider's pages; each of them works without it.
const problem = document.getElementById('problem');
if (problem) problem.focus();

for (const button of document.querySelectorAll('.reveal')) {
  const input = document.getElementById(button.getAttribute('aria-controls'));
  button.hidden = false;
  button.addEventListener('click', () => {
    const isShown = input.type === 'password';
    input.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
    button.setAttribute('aria-label', isShown ? button.dataset.hide : button.dataset.show);
    input.focus();
  });
  // A shown password must not be kept by the browser as ordinary text.
  input.form.addEventListener('submit', () => {
    input.type = 'password';
  });
}

const caps = document.getElementById('caps');
if (caps) {
  const tell = (event) => {
    if (!event.getModifierState) return;
    const warning = event.getModifierState('CapsLock') ? caps.dataset.text : '';
    if (caps.textContent !== warning) caps.textContent = warning;
  };
  const password = document.getElementById('password');
  password.addEventListener('keydown', tell);
  password.addEventListener('keyup', tell);
  password.addEventListener('blur', () => {
    caps.textContent = '';
  });
}

for (const form of document.querySelectorAll('form[data-once]')) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) {
      event.preventDefault();
      return;
    }
    isSent = true;
    const button = event.submitter;
    if (!button?.classList.contains('primary')) return;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = form.dataset.once;
  });
  // Coming back with the browser's Back button must leave a form that can be sent again.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
}

for (const button of document.querySelectorAll('[data-press]')) button.click();
