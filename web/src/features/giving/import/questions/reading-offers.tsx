import type { DonationImport, ImportMappingChoice } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { useRemap } from '../reading/use-remap';

interface Offer {
  label: string;
  choice: ImportMappingChoice;
}

const dateOrders: Record<string, string> = {
  mdy: 'month/day/year',
  dmy: 'day/month/year',
};

/** Offers other ways to read the whole file, which solve all errors of a kind at once. */
export function ReadingOffers({ draft, problem }: { draft: DonationImport; problem: string }) {
  const { remap, isPending, question } = useRemap(draft);
  const offers = offersOf(draft, problem);
  if (offers.length === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {offers.map(({ label, choice }) => (
        <Button key={label} size="sm" pending={isPending} onClick={() => remap(choice)}>
          {label}
        </Button>
      ))}
      {question}
    </div>
  );
}

function offersOf(draft: DonationImport, problem: string): Offer[] {
  if (problem === 'columns') return amountOffers(draft);
  return problem === 'date' ? dateOffers(draft) : [];
}

/** The server quotes the cells that a comma has divided at the end of its sentence. */
function amountOffers({ errors }: DonationImport): Offer[] {
  const amount = errors
    .map(({ message }) => /Is “(.+)” one amount\?$/.exec(message)?.[1])
    .find((match) => match !== undefined);
  return amount === undefined
    ? []
    : [{ label: `Read amounts such as “${amount}” as one`, choice: { joinAmounts: true } }];
}

function dateOffers({ questions }: DonationImport): Offer[] {
  const question = questions.find(({ kind }) => kind === 'dateStyle');
  return (question?.options ?? []).map(({ value }) => ({
    label: `Read all dates as ${dateOrders[value] ?? value}`,
    choice: { dateStyle: value as ImportMappingChoice['dateStyle'] },
  }));
}
