/** Returns a hash of a text (FNV-1a), so that the same text always gets the same pattern. */
function numberOf(seed: string): number {
  let hash = 2166136261;
  for (const letter of seed) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return hash >>> 0;
}

/** Draws arches next to each other, like church windows. */
const arches = (turn: number) =>
  Array.from({ length: 5 }, (_, index) => {
    const left = -20 + index * 76 + (turn % 40);
    const top = 40 + ((turn >> (index * 3)) % 5) * 10;
    return (
      `M${left} 190V${top + 32}a32 32 0 0 1 64 0V190M${left + 14} 190V${top + 32}a18 18 0 ` +
      '0 1 36 0V190'
    );
  }).join('');

/** Draws hills behind hills. */
const hills = (turn: number) =>
  Array.from({ length: 6 }, (_, index) => {
    const y = 56 + index * 22;
    const bend = 18 + ((turn >> (index * 2)) % 4) * 7;
    return `M-10 ${y}C60 ${y - bend} 110 ${y + bend} 170 ${y}S280 ${y - bend} 330 ${y}`;
  }).join('');

/** Draws rings around a light that is off the center. */
const rings = (turn: number) => {
  const x = 60 + (turn % 200);
  const y = 30 + ((turn >> 8) % 110);
  return Array.from({ length: 7 }, (_, index) => {
    const radius = 12 + index * 26;
    return (
      `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} ` +
      `0 1 0 ${-radius * 2} 0`
    );
  }).join('');
};

const drawings = [arches, hills, rings];

/** The replacement for a missing picture: a line pattern in the church's color. */
export function Pattern({ seed }: { seed: string }) {
  const turn = numberOf(seed);
  return (
    <svg
      aria-hidden
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className="size-full bg-accent-soft text-accent"
    >
      <path
        d={drawings[turn % drawings.length]!(turn >>> 2)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeOpacity="0.28"
      />
    </svg>
  );
}
