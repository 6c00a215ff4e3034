import { zodResolver } from '@hookform/resolvers/zod';
import { type z } from 'zod';
import { createAnnouncement, type CreateAnnouncement } from '#libs/contracts';
import type { AnnouncementValues } from './announcement-values';

export default zodResolver<AnnouncementValues, unknown, CreateAnnouncement>(
  createAnnouncement as unknown as z.ZodType<CreateAnnouncement, AnnouncementValues>,
);
