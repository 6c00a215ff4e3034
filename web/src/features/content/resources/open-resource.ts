import { useNavigate } from '@tanstack/react-router';
import type { Resource } from '#libs/contracts';
import { toast } from '../../../lib/toast';

/** Returns a function that opens a resource from any screen. Going back closes it. */
export function useOpenResource() {
  const navigate = useNavigate();
  return ({ id }: Resource, isForPrint = false) =>
    void navigate({
      to: '/resources',
      search: (now) => ({ ...now, study: undefined, open: id }),
      state: { isOpened: true, ...(isForPrint ? { isForPrint } : {}) },
    });
}

export const sayOpened = ({ title }: Pick<Resource, 'title'>) =>
  toast('Resource opened', `Continuing ${title}`);
