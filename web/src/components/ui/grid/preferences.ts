import { useState } from 'react';

export interface GridPreferences {
  density: 'normal' | 'compact';
  /** Hidden columns. */
  hidden: Record<string, false>;
}

const standard: GridPreferences = { density: 'normal', hidden: {} };

/** Returns density and columns of one grid, which are stored on this device. */
export function useGridPreferences(
  grid: string,
): [GridPreferences, (next: GridPreferences) => void] {
  const key = `church-connect.grid.${grid}`;
  const [preferences, setPreferences] = useState<GridPreferences>(() => {
    try {
      return {
        ...standard,
        ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<GridPreferences>),
      };
    } catch {
      return standard;
    }
  });
  return [
    preferences,
    (next) => {
      setPreferences(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be disabled. Then the choice is lost when the page is closed.
      }
    },
  ];
}
