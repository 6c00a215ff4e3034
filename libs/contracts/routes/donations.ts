import { z } from 'zod';
import { errorBody, id } from '../common.js';
import {
  createDonation,
  createGuestDonation,
  donation,
  donationChange,
  donationChoices,
  donationFilter,
  donationQuery,
  donationSummary,
  donationsCsvQuery,
  editDonation,
  giftCheck,
  giftCheckQuery,
  ownDonation,
  ownDonationsQuery,
  ownTotal,
  restoreDonation,
  voidDonation,
} from '../giving/donations.js';
import { csv, route, workbook } from './route.js';

/**
 * The answer 409 to a change of a donation. If the donation was changed after the version in
 * `If-Match`, `current` is the donation as it is now, and `yours` contains the values that the user
 * sent. If a donation cannot be restored because another donation with the same transaction ID has
 * been recorded since, `donationId` is the id of this other donation.
 */
const refusedChange = errorBody.extend({
  yours: z.record(z.string(), z.unknown()).optional(),
  donationId: id.optional(),
});

export const adminDonationsRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/donations',
    summary: 'Returns a page of donations',
    access: 'donation.manage',
    query: donationQuery,
    answer: z.array(donation),
  }),
  summary: route({
    method: 'GET',
    path: '/api/admin/donations/summary',
    summary: 'Returns the totals of all donations that match the filter',
    access: 'donation.manage',
    query: donationFilter,
    answer: donationSummary,
  }),
  choices: route({
    method: 'GET',
    path: '/api/admin/donations/choices',
    summary: 'Lists the years, campaigns, users and imports by which donations can be filtered',
    access: 'donation.manage',
    answer: donationChoices,
  }),
  history: route({
    method: 'GET',
    path: '/api/admin/donations/{id}/history',
    summary: 'Lists every version of a donation, the recording first',
    access: 'ledger.read',
    answer: z.array(donationChange),
  }),
  create: route({
    method: 'POST',
    path: '/api/admin/donations',
    summary: 'Records a donation for a member',
    access: 'donation.manage',
    body: createDonation,
    status: 201,
    answer: donation,
    errors: [202],
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/admin/donations/{id}',
    summary: 'Corrects a donation',
    access: 'donation.manage',
    body: editDonation,
    answer: donation,
    ifMatch: true,
    errors: [202],
    errorAnswers: { 409: refusedChange },
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/admin/donations/{id}',
    summary: 'Voids a donation',
    access: 'donation.manage',
    body: voidDonation,
    ifMatch: true,
    errors: [202],
    errorAnswers: { 409: refusedChange },
  }),
  restore: route({
    method: 'POST',
    path: '/api/admin/donations/{id}/restore',
    summary: 'Restores a voided donation',
    access: 'donation.manage',
    body: restoreDonation,
    answer: donation,
    ifMatch: true,
    errors: [202],
    errorAnswers: { 409: refusedChange },
  }),
  csv: route({
    method: 'GET',
    path: '/api/admin/donations.csv',
    summary: 'Exports all donations that match the filter as CSV',
    access: 'donation.manage',
    query: donationsCsvQuery,
    answer: csv,
  }),
  xlsx: route({
    method: 'GET',
    path: '/api/admin/donations.xlsx',
    summary: 'Exports all donations that match the filter as an Excel workbook',
    access: 'donation.manage',
    query: donationsCsvQuery,
    answer: workbook,
  }),
} as const;

export const donationsRoutes = {
  create: route({
    method: 'POST',
    path: '/api/donations',
    summary: 'Records a donation of a guest',
    access: 'donation.guest',
    body: createGuestDonation,
    status: 201,
    answer: donation,
    errors: [202],
  }),
  own: route({
    method: 'GET',
    path: '/api/donations',
    summary:
      'Lists the donations of the user, or of a member (`userId`, for those who read the ledger)',
    access: 'giving.own',
    query: ownDonationsQuery,
    answer: z.array(ownDonation),
    errors: [404],
  }),
  check: route({
    method: 'GET',
    path: '/api/donations/check',
    summary: 'Returns possible mistakes in a donation that is about to be recorded',
    access: 'donation.guest',
    query: giftCheckQuery,
    answer: giftCheck,
  }),
  total: route({
    method: 'GET',
    path: '/api/user/donations/total',
    summary: 'Returns the total of the user’s own donations',
    access: 'giving.own',
    answer: ownTotal,
  }),
  csv: route({
    method: 'GET',
    path: '/api/user/donations.csv',
    summary: 'Exports the user’s own donations as CSV',
    access: 'giving.own',
    query: ownDonationsQuery.pick({ year: true }),
    answer: csv,
  }),
  xlsx: route({
    method: 'GET',
    path: '/api/user/donations.xlsx',
    summary: 'Exports the user’s own donations as an Excel workbook',
    access: 'giving.own',
    query: ownDonationsQuery.pick({ year: true }),
    answer: workbook,
  }),
} as const;
