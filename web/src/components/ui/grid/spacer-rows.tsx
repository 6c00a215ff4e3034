import { Skeleton } from '../skeleton';

/** A row that is still loading. */
export const LoadingRow = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden style={{ height }}>
    <td colSpan={columns} className="border-b px-5">
      <Skeleton className="h-3.5 w-2/3" />
    </td>
  </tr>
);

/** Takes the space of the rows that are not rendered, so that the scroll bar is correct. */
export function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} className="p-0" />
    </tr>
  );
}
