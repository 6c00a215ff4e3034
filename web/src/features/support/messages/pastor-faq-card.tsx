import { ChevronDown } from 'lucide-react';
import type { Settings } from '#libs/contracts';
import { Card } from '../../../components/ui/card';

/** The church's answers to frequent questions to the pastor; nothing if there are none. */
export function PastorFaqCard({ settings }: { settings: Settings | undefined }) {
  if (!settings || settings.pastorFaq.length === 0) return null;
  return (
    <Card title="Frequently Asked Questions">
      <ul className="-my-1 divide-y">
        {settings.pastorFaq.map(({ question, answer }, index) => (
          <li key={index}>
            <details className="group">
              <summary
                className={
                  'flex min-h-control cursor-pointer list-none items-center gap-3 ' +
                  'rounded-md py-2 font-medium [&::-webkit-details-marker]:hidden'
                }
              >
                <span className="min-w-0 flex-1 break-words">{question}</span>
                <ChevronDown
                  aria-hidden
                  className={
                    'size-4 shrink-0 text-ink-2 transition-transform duration-150 ' +
                    'group-open:rotate-180'
                  }
                />
              </summary>
              <p className="prose-width pb-3 break-words whitespace-pre-line text-ink-2">
                {answer}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}
