import { json } from './support.mjs';

const header = 'firstname,lastname,email,amount,paymentmethod,date,campaign,notes';
/** Givers of one page of the list. */
const listedAtOnce = 100;

/** A file of guests who give in turn; `label` distinguishes them from the guests of other files. */
function guestFile({ rows, guests, year, label }) {
  const lines = Array.from({ length: rows }, (_, n) => {
    const guest = n % guests;
    const month = String((n % 12) + 1).padStart(2, '0');
    const day = String((n % 28) + 1).padStart(2, '0');
    const amount = ((500 + ((n * 7919) % 50_000)) / 100).toFixed(2);
    return (
      `Gina,${label} ${guest},${label}${guest}@guest.test,${amount},Cash,` +
      `${year}-${month}-${day},,`
    );
  });
  return new Blob([[header, ...lines].join('\n')]);
}

/** The keys of all givers who wait for an answer, page after page. */
async function openGivers(call, path) {
  const keys = [];
  let next = `${path}/givers?open=true&limit=${listedAtOnce}`;
  while (next) {
    const response = await call(next);
    keys.push(...(await json(response)).map(({ key }) => key));
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return keys;
}

const seconds = async (work) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/**
 * Imports a file whose givers are all new guests, and undoes it. Gives the seconds of each part;
 * `answered` is the time until the undo is answered with 202.
 */
export async function importOfGuests(call, what) {
  const body = new FormData();
  body.append('file', guestFile(what), `guests-${what.label}.csv`);
  const { id } = await json(await call('/api/admin/donation-imports', { method: 'POST', body }));
  const path = `/api/admin/donation-imports/${id}`;
  const keys = await openGivers(call, path);
  if (keys.length !== what.guests) throw new Error(`${keys.length} givers wait for an answer.`);
  const add = await seconds(async () =>
    json(
      await call(`${path}/givers`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ givers: keys, answer: 'guest' }),
      }),
    ),
  );
  const run = async (action, status) => {
    const answered = await seconds(async () =>
      json(await call(`${path}/${action}`, { method: 'POST' })),
    );
    let told = '';
    const work = await seconds(async () => {
      told = await (await call(`${path}/events`)).text(); // ends with the work
    });
    if (!told.includes(`"status":"${status}"`)) throw new Error(told.slice(-300));
    return { answered, total: answered + work };
  };
  const commit = await run('commit', 'committed');
  const undo = await run('undo', 'undone');
  return { add, commit: commit.total, undo };
}
