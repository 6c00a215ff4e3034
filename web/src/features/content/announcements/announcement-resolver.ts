import { createAnnouncement } from '#libs/contracts';
import { formResolver } from '../../../lib/forms/form-resolver';
import type { AnnouncementValues } from './announcement-values';

export default formResolver<AnnouncementValues>()(createAnnouncement);
