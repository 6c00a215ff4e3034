/**
 * The mark that the server puts into a page if the request had no session. It grants and refuses
 * nothing.
 */
const noSessionHint = () => document.querySelector('meta[name="session"][content="none"]');

/**
 * Returns false if there is certainly no session. The client then does not request
 * `/api/auth/user`, because its answer 401 would appear in the console of a public page.
 */
export const mayBeSignedIn = () => noSessionHint() === null;

/**
 * Removes the mark: after any request that may have started a session, or when the user has signed
 * in in another tab.
 */
export const removeNoSessionHint = () => noSessionHint()?.remove();

const signInKey = 'church-connect.entered';

export function announceSignIn(): void {
  try {
    localStorage.setItem(signInKey, String(Date.now()));
  } catch {
    // Without storage, the other tabs notice when they are reloaded.
  }
}

export function onSignInInOtherTab(onSignIn: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== signInKey) return;
    removeNoSessionHint();
    onSignIn();
  });
}
