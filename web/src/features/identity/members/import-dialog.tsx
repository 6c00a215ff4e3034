import { useRef, useState } from 'react';
import { FileUp } from 'lucide-react';
import type { ImportQuestion } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { ChoiceMenu } from '../../../components/ui/form/choice-menu';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { accepted, HiddenFileInput } from '../../../components/ui/form/hidden-file-input';
import { explain } from '../../../lib/api';
import { encodings } from '../../../lib/forms/encodings';
import { plural } from '../../../lib/format';
import { useCheckMembers, useImportMembers, type MemberFile } from './import-members';

const errorsShown = 20;

/** Imports members from a file. It shows the rows before any member is added. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [memberFile, setMemberFile] = useState<MemberFile | null>(null);
  const [question, setQuestion] = useState<ImportQuestion>();
  const check = useCheckMembers();
  const add = useImportMembers();
  const checkResult = check.data;
  const canAdd =
    memberFile !== null &&
    checkResult !== undefined &&
    !checkResult.question &&
    checkResult.added > 0;
  const look = (next: MemberFile) => {
    setMemberFile(next);
    // The question about the encoding stays visible, so that the user can change the answer.
    check.mutate(next, {
      onSuccess: (answer) =>
        setQuestion((asked) => answer.question ?? (next.encoding ? asked : undefined)),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import Members"
      description={
        'A CSV file with the columns First name, Last name and Email; Phone may be there ' +
        'too. Nobody is added before you have seen who is in it.'
      }
    >
      <DialogBody>
        <HiddenFileInput
          ref={input}
          label="CSV file"
          accept={accepted.csv}
          onFile={(file) => !check.isPending && look({ file, encoding: undefined })}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            pending={check.isPending}
            pendingLabel="Reading the file…"
            onClick={() => input.current?.click()}
          >
            <FileUp aria-hidden className="size-4" />
            {memberFile ? 'Choose another file' : 'Choose a file'}
          </Button>
          {memberFile && (
            <span className="min-w-0 truncate text-ink-2">{memberFile.file.name}</span>
          )}
        </div>
        {memberFile && question && (
          <EncodingQuestion
            question={question}
            encoding={memberFile.encoding}
            onChoose={(encoding) => look({ file: memberFile.file, encoding })}
          />
        )}
        {check.error && <Alert>{explain(check.error)}</Alert>}
        {checkResult && (
          <div role="status" className="space-y-3">
            <p>
              <strong className="font-semibold">{plural(checkResult.added, 'new member')}</strong>
              {checkResult.examples.length > 0 &&
                `: ${checkResult.examples.join(', ')}` +
                  (checkResult.added > checkResult.examples.length ? ' …' : '')}
              {checkResult.known > 0 &&
                `. ${plural(checkResult.known, 'person', 'people')} of the file ` +
                  `${checkResult.known === 1 ? 'is' : 'are'} here already and ` +
                  `${checkResult.known === 1 ? 'stays' : 'stay'} as before.`}
            </p>
            {checkResult.errors.length > 0 && (
              <>
                <Alert>
                  {plural(checkResult.errorCount, 'row has an error', 'rows have errors')} and will
                  be left out. Fix them in the file and choose it again, or add the other people now
                  and these later: whoever is here already stays as before.
                </Alert>
                <ul className="list-disc space-y-1 pl-5">
                  {checkResult.errors.slice(0, errorsShown).map(({ row, message }) => (
                    <li key={row}>{message}</li>
                  ))}
                  {checkResult.errorCount > errorsShown && (
                    <li>{plural(checkResult.errorCount - errorsShown, 'more row')}</li>
                  )}
                </ul>
              </>
            )}
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!canAdd}
          pending={add.isPending}
          pendingLabel="Adding..."
          onClick={() => {
            if (memberFile) add.mutate(memberFile, { onSuccess: onClose });
          }}
        >
          {canAdd ? `Add ${plural(checkResult.added, 'member')}` : 'Add members'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface EncodingQuestionProps {
  question: ImportQuestion;
  encoding: MemberFile['encoding'];
  onChoose: (encoding: MemberFile['encoding']) => void;
}

/** Asks for the encoding of the file. The program reads the file again with each answer. */
function EncodingQuestion({ question, encoding, onChoose }: EncodingQuestionProps) {
  const label = 'Which of these looks right?';
  const help = [question.message, question.samples.slice(0, 3).join(' · ')];
  return (
    <Field label={label} help={help.filter(Boolean).join(' ')}>
      {(control) => (
        <ChoiceMenu
          {...control}
          label={label}
          value={encoding ?? ''}
          text={encodings.find(([value]) => value === encoding)?.[1] ?? 'Choose…'}
          options={encodings.map(([value, text]) => ({ value, label: text }))}
          onChoose={(chosenEncoding) =>
            onChoose(encodings.find(([value]) => value === chosenEncoding)?.[0])
          }
        />
      )}
    </Field>
  );
}
