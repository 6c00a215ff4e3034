import { Skeleton } from '../skeleton';

/** A row that is on its way. */
export const LoadingRow = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden style={{ height }}>
    <td colSpan={columns} className="border-b px-5">
      <Skeleton className="h-3.5 w-2/3" />
    </td>
  </tr>
);

/** Stands for the rows that are not in the document, so that the scroll bar tells the truth. */
export function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} className="p-0" />
    </tr>
  );
}
