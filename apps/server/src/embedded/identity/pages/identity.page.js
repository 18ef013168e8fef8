// Progressive enhancement of the provider's pages, which all work without it.
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
  // Hidden again, so that the browser does not store it as ordinary text.
  input.form.addEventListener('submit', () => {
    input.type = 'password';
  });
}

const caps = document.getElementById('caps');
if (caps) {
  const update = (event) => {
    if (!event.getModifierState) return;
    const warning = event.getModifierState('CapsLock') ? caps.dataset.text : '';
    if (caps.textContent !== warning) caps.textContent = warning;
  };
  const password = document.getElementById('password');
  password.addEventListener('keydown', update);
  password.addEventListener('keyup', update);
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
  // After going back, the form must be submittable again.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
}

// Passkeys: the browser signs what the form carries, and the form is sent with the answer.
// They need a name: none belong to a numeric address.
const canPasskeys = window.PublicKeyCredential?.parseRequestOptionsFromJSON && !/^[\d.]+$|^\[/.test(location.hostname);
for (const form of canPasskeys ? document.querySelectorAll('form[data-passkey]') : []) {
  const options = JSON.parse(form.dataset.options);
  let waiting = new AbortController();
  const answer = async (more) => {
    waiting.abort();
    waiting = new AbortController();
    const isNew = form.dataset.passkey === 'create';
    const publicKey = isNew
      ? PublicKeyCredential.parseCreationOptionsFromJSON(options)
      : PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const asked = { publicKey, signal: waiting.signal, ...more };
    try {
      const credential = await navigator.credentials[isNew ? 'create' : 'get'](asked);
      form.elements.namedItem('response').value = JSON.stringify(credential);
      HTMLFormElement.prototype.submit.call(form);
    } catch (error) {
      const place = form.querySelector('[data-failed]');
      // Cancelled by the person, or by a newer request.
      if (place && error.name !== 'AbortError') place.textContent = place.dataset.failed;
    }
  };
  form.hidden = false;
  for (const button of form.elements) if (button.type === 'submit') button.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void answer({});
  });
  if ('suggests' in form.dataset)
    PublicKeyCredential.isConditionalMediationAvailable?.().then((can) => {
      if (can) void answer({ mediation: 'conditional' });
    });
}

for (const button of document.querySelectorAll('[data-press]')) button.click();

// Changes need a new sign-in from then on, which would lose what is typed: the page is renewed before, or asks.
const proven = document.querySelector('[data-proven]');
if (proven) {
  const fields = [...document.querySelectorAll('main input:not([type=hidden], [hidden])')];
  const renew = () => {
    if (fields.every(({ value, defaultValue }) => value === defaultValue)) location.reload();
    else addEventListener('focusout', () => setTimeout(renew), { once: true });
  };
  setTimeout(renew, proven.dataset.proven * 1000);
}
