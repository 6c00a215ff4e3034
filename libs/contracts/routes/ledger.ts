import { z } from 'zod';
import { donation } from '../giving/donations.js';
import {
  createFundraiser,
  editFundraiser,
  fundraiser,
  fundraiserQuery,
} from '../giving/fundraisers.js';
import {
  behindQuery,
  givingByMonth,
  givingByMonthQuery,
  ledger,
  ledgerFilter,
  ledgerQuery,
} from '../giving/ledger.js';
import { createPledge, editPledge, pledge } from '../giving/pledges.js';
import { givingToday } from '../giving/today.js';
import { csv, route, workbook } from './route.js';

export const ledgerRoutes = {
  page: route({
    method: 'GET',
    path: '/api/admin/church-ledger',
    summary: 'Lists the annual totals of the donors by pages, now or at a date or journal number',
    access: 'ledger.read',
    query: ledgerQuery,
    answer: ledger,
  }),
  csv: route({
    method: 'GET',
    path: '/api/admin/church-ledger.csv',
    summary: 'Exports all annual totals that match the filter as CSV',
    access: 'ledger.read',
    query: ledgerFilter,
    answer: csv,
  }),
  xlsx: route({
    method: 'GET',
    path: '/api/admin/church-ledger.xlsx',
    summary: 'Exports all annual totals that match the filter as an Excel workbook',
    access: 'ledger.read',
    query: ledgerFilter,
    answer: workbook,
  }),
  behind: route({
    method: 'GET',
    path: '/api/admin/church-ledger/{donorId}/{year}',
    summary: 'Lists the donations of one donor in one year',
    access: 'ledger.read',
    query: behindQuery,
    answer: z.array(donation),
  }),
  byMonth: route({
    method: 'GET',
    path: '/api/admin/giving-by-month',
    summary:
      'Returns the totals of the twelve months of a year, now or at a date or journal number',
    access: 'ledger.read',
    query: givingByMonthQuery,
    answer: givingByMonth,
  }),
} as const;

export const givingTodayRoutes = {
  today: route({
    method: 'GET',
    path: '/api/admin/giving-today',
    summary:
      'Returns this month beside the same month a year ago, what waits for a decision, and ' +
      'the last changes of the ledger',
    access: 'ledger.read',
    answer: givingToday,
  }),
} as const;

export const pledgesRoutes = {
  one: route({
    method: 'GET',
    path: '/api/pledges/user/{userId}/year/{year}',
    summary: 'Returns the pledge of a user for a year, or null',
    access: 'pledge.own',
    answer: pledge.nullable(),
  }),
  create: route({
    method: 'POST',
    path: '/api/pledges',
    summary: 'Makes the user’s pledge for a year',
    access: 'pledge.own',
    body: createPledge,
    status: 201,
    answer: pledge,
    errors: [202],
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/pledges/{id}',
    summary: 'Changes the user’s pledge',
    access: 'pledge.own',
    body: editPledge,
    ifMatch: true,
    answer: pledge,
    errors: [202],
  }),
} as const;

export const fundraisersRoutes = {
  list: route({
    method: 'GET',
    path: '/api/fundraisers',
    summary: 'Lists fundraisers',
    access: 'portal.use',
    query: fundraiserQuery,
    answer: z.array(fundraiser),
  }),
  create: route({
    method: 'POST',
    path: '/api/fundraisers',
    summary: 'Opens a fundraiser',
    access: 'fundraiser.manage',
    body: createFundraiser,
    status: 201,
    answer: fundraiser,
    errors: [202],
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/fundraisers/{id}',
    summary: 'Changes a fundraiser',
    access: 'fundraiser.manage',
    body: editFundraiser,
    ifMatch: true,
    answer: fundraiser,
    errors: [202],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/fundraisers/{id}',
    summary: 'Removes a fundraiser from every list',
    access: 'fundraiser.manage',
    errors: [202],
  }),
} as const;
