/** What the server said with the page: that this browser came without a session. Nothing is allowed or refused by it. */
const noSessionHint = () => document.querySelector('meta[name="session"][content="none"]');

/** Nobody is asked about where nobody can be: the answer would be a 401 in the console of a page that is everybody's. */
export const mayBeSignedIn = () => noSessionHint() === null;

/** Something was sent, which may have been a password; or another tab says that somebody came in. */
export const sessionMayExist = () => noSessionHint()?.remove();

const signInKey = 'church-connect.entered';

export function announceSignIn(): void {
  try {
    localStorage.setItem(signInKey, String(Date.now()));
  } catch {
    // they notice when they are loaded again
  }
}

export function onSignInInOtherTab(onSignIn: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== signInKey) return;
    sessionMayExist();
    onSignIn();
  });
}
