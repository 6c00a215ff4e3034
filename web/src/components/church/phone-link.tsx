import { fallbacks } from '../../lib/church';

/** A link that calls a phone number; without a number, the text that says where to ask. */
export function PhoneLink({ number }: { number: string | undefined }) {
  if (!number) return fallbacks.phoneNumber;
  return (
    <a
      href={`tel:${number.replace(/[^\d+]/g, '')}`}
      className="standalone-link break-all text-accent underline-offset-4 hover:underline"
    >
      {number}
    </a>
  );
}
