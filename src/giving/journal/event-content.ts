import type { StoredEvent } from '#libs/event-sourcing';
import type { DonationFacts } from '../donation/donation.js';
import { codec } from '../events.js';

// Reads the content of stored events whose bytes may have been changed.

/** Returns the gift that an event records or changes; null if its bytes contain no gift. */
export function readGift(event: StoredEvent): DonationFacts | null {
  try {
    const { type, data } = codec.decode(event);
    switch (type) {
      case 'DonationRecorded':
      case 'DonationRestored':
        return assertGift(data.gift);
      case 'DonationCorrected':
        return assertGift(data.after);
      case 'DonationVoided':
        return assertGift(data.before);
      default:
        return null;
    }
  } catch {
    return null;
  }
}

/** Returns the id of the user who caused an event; undefined if its bytes contain none. */
export function readActor(event: StoredEvent): string | null | undefined {
  try {
    return codec.metadata(event).actor;
  } catch {
    return undefined;
  }
}

/**
 * Returns a gift that was decoded from an event.
 * @throws TypeError if it has not the shape of a gift, because changed bytes may be other JSON
 */
export function assertGift(gift: DonationFacts): DonationFacts {
  const facts = gift as unknown as Partial<Record<keyof DonationFacts, unknown>> | undefined;
  if (!Number.isSafeInteger(facts?.amount) || typeof facts?.date !== 'string')
    throw new TypeError('Not a gift');
  return gift;
}
