import { useState } from 'react';
import { cn } from '../../lib/cn';

interface Person {
  firstName: string;
  lastName: string;
  profileImageUrl: string | null;
}

/** The profile image, or the initials of first and last name, or U. */
export function Avatar({ person, className }: { person: Person; className?: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = person.profileImageUrl !== broken ? person.profileImageUrl : null;
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-9 shrink-0 place-items-center overflow-hidden rounded-full ' +
          'bg-accent-soft text-grid font-semibold text-accent',
        className,
      )}
    >
      {image ? (
        <img
          src={image}
          alt=""
          className="size-full object-cover"
          onError={() => setBroken(image)}
        />
      ) : (
        `${person.firstName.charAt(0)}${person.lastName.charAt(0)}`.toUpperCase() || 'U'
      )}
    </span>
  );
}
