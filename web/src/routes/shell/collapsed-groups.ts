import { useState } from 'react';

const key = 'church-connect.collapsed-menu-groups';

function readCollapsed(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    // No storage, or a value that is no JSON.
    return [];
  }
}

/** Returns whether a group of the menu is expanded, and a function that expands or collapses it. */
export function useGroupExpansion(title: string): [isExpanded: boolean, toggle: () => void] {
  const [isExpanded, setExpanded] = useState(() => !readCollapsed().includes(title));
  const toggle = () => {
    const otherGroups = readCollapsed().filter((collapsed) => collapsed !== title);
    try {
      localStorage.setItem(key, JSON.stringify(isExpanded ? [...otherGroups, title] : otherGroups));
    } catch {
      // Without storage, the choice lasts until the page is loaded again.
    }
    setExpanded(!isExpanded);
  };
  return [isExpanded, toggle];
}
