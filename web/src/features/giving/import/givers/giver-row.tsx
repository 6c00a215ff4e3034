import type { AnswerImportGivers, ImportGiver } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button } from '../../../../components/ui/button';
import { plural } from '../../../../lib/format';
import { sameEmailAddress } from '../../../../lib/vocabulary';
import { MemberPicker } from './member-picker';

export type GiverAnswerInput = Omit<AnswerImportGivers, 'givers'>;

/** Returns how the screen names a giver: by the name in the file, or else by the email address. */
export const giverLabel = ({ name, email }: Pick<ImportGiver, 'name' | 'email'>) =>
  name || email || 'Rows without a name';

const kinds = { member: 'member', guest: 'guest', unidentified: 'no giver' } as const;

/** A giver of a file with the candidates, the reasons for them, and the possible answers. */
export function GiverRow({
  giver,
  onAnswer,
}: {
  giver: ImportGiver;
  onAnswer: (answer: GiverAnswerInput) => void;
}) {
  const { name, email, rows, amount, candidates } = giver;
  const label = giverLabel(giver);
  const hasNoNameOrEmail = name === '' && email === null;
  const [likely, ...otherCandidates] = candidates;
  const sharesGuestEmail = candidates.some(
    ({ why, kind }) => kind === 'guest' && why === sameEmailAddress,
  );
  const otherEmail = likely?.email && likely.email !== email ? `, ${likely.email}` : '';
  const facts = [
    name && email,
    likely
      ? `${likely.why} (${kinds[likely.kind]}${otherEmail})`
      : !hasNoNameOrEmail && 'No match found.',
    sharesGuestEmail && 'A household, or one person?',
  ];
  const choose = ({ id, kind }: ImportGiver['candidates'][number]) =>
    onAnswer({ answer: kind === 'member' ? 'member' : 'guest', donorId: id });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">
          {label}, {plural(rows, 'gift')}, {formatUsd(fromDecimal(amount))}
          {likely && ` → ${likely.name}?`}
        </p>
        <p className="text-label break-words text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        {likely && (
          <Button
            size="sm"
            aria-label={`Yes, ${label} is ${likely.name}`}
            onClick={() => choose(likely)}
          >
            Yes
          </Button>
        )}
        {otherCandidates.map((candidate) => (
          <Button
            key={candidate.id}
            size="sm"
            aria-label={`${label} is ${candidate.name}, ${kinds[candidate.kind]}, ${candidate.why}`}
            onClick={() => choose(candidate)}
          >
            {candidate.name}
            <span className="font-normal text-ink-2">{candidate.why}</span>
          </Button>
        ))}
        <MemberPicker
          label={`Member who is ${label}`}
          confirm={`Choose for ${plural(rows, 'gift')}`}
          onChoose={(donorId) => onAnswer({ answer: 'member', donorId })}
        />
        <Button
          size="sm"
          aria-label={hasNoNameOrEmail ? undefined : `${label} is a guest`}
          onClick={() => onAnswer({ answer: 'guest' })}
        >
          {hasNoNameOrEmail ? 'Unidentified giver' : 'A guest'}
        </Button>
        {candidates.some(({ kind }) => kind === 'guest') && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${label} is a different guest`}
            onClick={() => onAnswer({ answer: 'apart' })}
          >
            Somebody else
          </Button>
        )}
      </div>
    </div>
  );
}
