import type { User } from '#libs/contracts';
import { formatPhone } from '../../../lib/format-phone';

/** The fields of a profile, as its form shows them. */
export interface ProfileFields {
  firstName: string;
  lastName: string;
  phone: string;
  bio: string;
}

export const profileFieldsOf = (user: User): ProfileFields => ({
  firstName: user.firstName,
  lastName: user.lastName,
  phone: formatPhone(user.phone),
  bio: user.bio ?? '',
});
