import type { Donation } from '#libs/contracts';
import { singleCents } from './books.js';
import { onStage, type Outcome, type StageOptions } from './stage.js';

const deliveries = 5;

/** Sends each request several times at the same moment, with the same idempotency key. */
export function atOnce(times: number, options: StageOptions = {}): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const { staff, books, random } = stage;
    for (let n = 0; n < times; n++) {
      const key = `at-once-${n}`;
      const gift = {
        userId: random.of(stage.shared.givers),
        amount: (singleCents / 100).toFixed(2),
        paymentMethod: 'Cash',
        date: '2024-05-05',
        transactionId: key,
      };
      const { at: path, init } = staff.post('/api/admin/donations', gift, {
        'idempotency-key': key,
      });
      books.asked(key);
      const answers = await Promise.all(
        Array.from({ length: deliveries }, () => staff.insist<Donation>(path, init)),
      );
      for (const { status, body } of answers) {
        if (status === 201) books.acknowledged(key, body.id);
        else if (status !== 202) books.problems.push(`${key}: ${status} ${JSON.stringify(body)}`);
      }
    }
    return stage.outcome(
      `one request delivered ${deliveries} times at once, ${stage.store}`,
      times,
    );
  });
}
