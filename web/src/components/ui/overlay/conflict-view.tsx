import { Button } from '../button';
import { cn } from '../../../lib/cn';
import { DialogBody, DialogFooter } from './dialog';

export interface ConflictLine {
  label: string;
  /** The value that is saved now. */
  theirs: string;
  /** The value that the user's change would save. */
  mine: string;
}

/** One field of an object, as text. */
export interface FieldText {
  label: string;
  text: string;
}

/** Pairs the fields of two versions of one object, which are in the same order. */
export const pairFields = (theirs: FieldText[], mine: FieldText[]): ConflictLine[] =>
  mine.map(({ label, text }, index) => ({ label, theirs: theirs[index]!.text, mine: text }));

/** Says what happens if only the changed fields are saved again. */
export const onlyChangedFields =
  'If you save yours, only the fields that you changed are replaced.';

export interface ConflictViewProps {
  lines: ConflictLine[];
  /** Says what happens to the other version. */
  note: string;
  pending: boolean;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** Both versions side by side. Nothing is saved until the user chooses. */
export function ConflictView({ lines, note, pending, onKeepTheirs, onUseMine }: ConflictViewProps) {
  return (
    <>
      <DialogBody>
        <table className="w-full table-fixed border-separate border-spacing-0 text-grid">
          <thead>
            <tr className="text-left text-label text-ink-2">
              <th scope="col" className="w-1/3 border-b py-2 font-medium sm:w-1/4">
                <span className="sr-only">Field</span>
              </th>
              <th scope="col" className="border-b py-2 pr-3 font-medium">
                Saved now
              </th>
              <th scope="col" className="border-b py-2 font-medium">
                Yours
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => {
              const differs = line.theirs !== line.mine;
              return (
                <tr key={line.label} className={cn(differs ? 'bg-hold-soft' : 'text-ink-2')}>
                  <th scope="row" className="border-b px-2 py-2 text-left font-normal">
                    {line.label}
                    {differs && <span className="sr-only"> (differs)</span>}
                  </th>
                  <td
                    className={cn(
                      'border-b py-2 pr-3 break-words tabular-nums',
                      differs && 'font-medium',
                    )}
                  >
                    {line.theirs}
                  </td>
                  <td
                    className={cn(
                      'border-b py-2 pr-2 break-words tabular-nums',
                      differs && 'font-medium',
                    )}
                  >
                    {line.mine}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <p className="text-ink-2">{note}</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onKeepTheirs}>Keep the saved version</Button>
        <Button variant="primary" pending={pending} pendingLabel="Saving…" onClick={onUseMine}>
          Save my version
        </Button>
      </DialogFooter>
    </>
  );
}
