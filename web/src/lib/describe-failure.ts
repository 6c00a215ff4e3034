const invitation = ' Please try again.';

/**
 * Removes the invitation to try again from the description of a failure if trying again cannot
 * help, because the server refused the request for its content.
 * @param description for example `Failed to update campaign. Please try again.`
 * @param status the status of the answer; null if there was none
 */
export const describeFailure = (description: string, status: number | null): string =>
  description.endsWith(invitation) && isFinal(status)
    ? description.slice(0, -invitation.length)
    : description;

/** Whether the same request would fail again: not after a fault, a timeout or too many requests. */
const isFinal = (status: number | null): boolean =>
  status !== null && status < 500 && status !== 408 && status !== 429;
