import { Download } from 'lucide-react';
import type { TableFormat } from '#libs/contracts';
import { Button } from '../ui/button';
import { Menu } from '../ui/overlay/menu';

export interface DownloadMenuProps {
  label: string;
  /** What the file contains, such as "2025": the heading of the menu. */
  scope: string;
  /** Returns the address from which the file can be downloaded in a format. */
  fileOf: (format: TableFormat) => string;
}

const formatLabels: Record<TableFormat, string> = { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)' };
const formats = Object.keys(formatLabels) as TableFormat[];

/** A button with the formats in which a table can be downloaded. */
export function DownloadMenu({ label, scope, fileOf }: DownloadMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button>
          <Download aria-hidden className="size-4" />
          {label}
        </Button>
      }
      entries={[
        { kind: 'label', label: scope },
        ...formats.map((format) => ({
          kind: 'link' as const,
          label: formatLabels[format],
          href: fileOf(format),
          download: true,
        })),
      ]}
    />
  );
}
