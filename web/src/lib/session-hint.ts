/** What the server said with the page: that this browser came without a session. Nothing is allowed or refused by it. */
const none = () => document.querySelector('meta[name="session"][content="none"]');

/** Nobody is asked about where nobody can be: the answer would be a 401 in the console of a page that is everybody's. */
export const mayBeSignedIn = () => none() === null;

/** Something was sent, which may have been a password; or another tab says that somebody came in. */
export const sessionMayExist = () => none()?.remove();

const entered = 'church-connect.entered';

export function tellOtherTabs(): void {
  try {
    localStorage.setItem(entered, String(Date.now()));
  } catch {
    // they notice when they are loaded again
  }
}

export function onOtherTabEntered(act: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== entered) return;
    sessionMayExist();
    act();
  });
}
