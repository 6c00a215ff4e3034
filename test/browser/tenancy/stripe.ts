import type { BrowserContext } from 'playwright-core';

/**
 * Replaces Stripe's own script in the pages of a browser profile, and redirects requests to Stripe
 * to the local test double. The replacement does what the page relies on: it adds a field for the
 * card, sends `ready`, and confirms a setup or a payment. Stripe's own script and field are not
 * tested: their appearance, wallets, and the bank's questions (3-D Secure).
 */
export async function standInForStripe(context: BrowserContext, doubleUrl: string): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await context.route('https://api.stripe.com/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const answer = await fetch(doubleUrl + pathname, {
      method: request.method(),
      body: request.postData() ?? '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await route.fulfill({
      status: answer.status,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: await answer.text(),
    });
  });
}

const script = `
window.Stripe = Object.assign(function (key) {
  const confirm = async (kind, { elements }) => {
    const id = elements.secret.split('_secret_')[0];
    const card = elements.input.value.replaceAll(' ', '');
    const body = new URLSearchParams({ key, client_secret: elements.secret, card });
    const url = 'https://api.stripe.com/v1/' + kind + 's/' + id + '/confirm';
    const answer = await (await fetch(url, { method: 'POST', body })).json();
    const name = kind === 'setup_intent' ? 'setupIntent' : 'paymentIntent';
    return answer.error ? { error: answer.error } : { [name]: answer };
  };
  return {
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
    registerAppInfo() {},
    _registerWrapper() {},
    confirmSetup: (options) => confirm('setup_intent', options),
    confirmPayment: (options) => confirm('payment_intent', options),
    elements({ clientSecret }) {
      const listeners = {};
      const elements = {
        secret: clientSecret,
        input: null,
        update() {},
        getElement: () => null,
        on() {},
        off() {},
        submit: async () => ({}),
        fetchUpdates: async () => ({}),
      };
      elements.create = () => ({
        on(name, listener) { listeners[name] = listener; return this; },
        off() { return this; },
        once() {},
        update() {},
        destroy() {},
        unmount() {},
        focus() {},
        blur() {},
        clear() {},
        mount(at) {
          const label = document.createElement('label');
          label.textContent = 'Card number ';
          elements.input = label.appendChild(document.createElement('input'));
          elements.input.autocomplete = 'cc-number';
          at.replaceChildren(label);
          setTimeout(() => listeners.ready && listeners.ready(this));
        },
      });
      return elements;
    },
  };
}, { version: 0 });
`;
