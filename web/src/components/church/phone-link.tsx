import { fallbacks } from '../../lib/church';

/** A number that a phone can call; without one, where to ask. */
export function PhoneLink({ number }: { number: string | undefined }) {
  if (!number) return fallbacks.phoneNumber;
  return (
    <a
      href={`tel:${number.replace(/[^\d+]/g, '')}`}
      className="break-all text-accent underline-offset-4 hover:underline"
    >
      {number}
    </a>
  );
}
