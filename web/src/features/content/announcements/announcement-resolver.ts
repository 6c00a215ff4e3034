import { createAnnouncement } from '#libs/contracts';
import { formResolver } from '../../../lib/forms/form-resolver';
import type { AnnouncementValues } from './announcement-values';

/** Validates the form of an announcement. The dialog loads it on demand, as it needs the schema. */
export default formResolver<AnnouncementValues>()(createAnnouncement);
