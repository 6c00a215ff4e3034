import { z } from 'zod';
import { errorBody } from '../common.js';
import {
  answerImportGivers,
  importAnswer,
  importAnswersQuery,
  importGiver,
  importGiversQuery,
} from '../giving/import-givers.js';
import { importLayout, importLayoutsQuery } from '../giving/import-layouts.js';
import { donationImport, importMappingChoice } from '../giving/imports.js';
import {
  importRow,
  importRowsCsvQuery,
  importRowsQuery,
  importRowsSum,
  importRowsSumQuery,
  repairImportRows,
  undoImportBody,
  undoImportRows,
  undoPreview,
} from '../giving/import-rows.js';
import { csv, route, serverEvents } from './route.js';

export const donationImportsRoutes = {
  template: route({
    method: 'GET',
    path: '/api/admin/donation-imports/template.csv',
    summary: 'Returns the template for CSV files',
    access: 'donation.import',
    answer: csv,
  }),
  list: route({
    method: 'GET',
    path: '/api/admin/donation-imports',
    summary: 'Lists imports, newest first',
    access: 'donation.import',
    answer: z.array(donationImport),
  }),
  upload: route({
    method: 'POST',
    path: '/api/admin/donation-imports',
    summary: 'Uploads a file for a preview',
    access: 'donation.import',
    form: z.object({ file: z.file() }),
    status: 201,
    answer: donationImport,
    idempotencyKey: false,
  }),
  one: route({
    method: 'GET',
    path: '/api/admin/donation-imports/{id}',
    summary: 'Returns an import',
    access: 'donation.import',
    answer: donationImport,
  }),
  rows: route({
    method: 'GET',
    path: '/api/admin/donation-imports/{id}/rows',
    summary: 'Lists the rows of an import by pages',
    access: 'donation.import',
    query: importRowsQuery,
    answer: z.array(importRow),
  }),
  sum: route({
    method: 'GET',
    path: '/api/admin/donation-imports/{id}/rows/sum',
    summary: 'Returns the total of all rows that match the filter',
    access: 'donation.import',
    query: importRowsSumQuery,
    answer: importRowsSum,
  }),
  rowsCsv: route({
    method: 'GET',
    path: '/api/admin/donation-imports/{id}/rows.csv',
    summary: 'Exports rows with their problems as CSV',
    access: 'donation.import',
    query: importRowsCsvQuery,
    answer: csv,
  }),
  mapping: route({
    method: 'PUT',
    path: '/api/admin/donation-imports/{id}/mapping',
    summary: 'Sets the meaning of the columns',
    access: 'donation.import',
    body: importMappingChoice,
    answer: donationImport,
    idempotencyKey: false,
  }),
  repair: route({
    method: 'PATCH',
    path: '/api/admin/donation-imports/{id}/rows',
    summary: 'Changes one or more rows',
    access: 'donation.import',
    body: repairImportRows,
    answer: donationImport,
  }),
  undoRows: route({
    method: 'POST',
    path: '/api/admin/donation-imports/{id}/rows/undo',
    summary: 'Undoes the last change of rows or givers',
    access: 'donation.import',
    body: undoImportRows,
    bodyIsOptional: true,
    answer: donationImport,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/admin/donation-imports/{id}',
    summary: 'Deletes a draft',
    access: 'donation.import',
  }),
  commit: route({
    method: 'POST',
    path: '/api/admin/donation-imports/{id}/commit',
    summary: 'Records all new rows',
    access: 'donation.import',
    status: 202,
    answer: donationImport,
    errorAnswers: { 409: errorBody.extend({ preview: donationImport.optional() }) },
  }),
  undoPreview: route({
    method: 'GET',
    path: '/api/admin/donation-imports/{id}/undo',
    summary: 'Returns what undoing the import would do',
    access: 'donation.import',
    answer: undoPreview,
    errors: [409],
  }),
  undo: route({
    method: 'POST',
    path: '/api/admin/donation-imports/{id}/undo',
    summary: 'Voids every donation of the import, and restores what the import changed',
    access: 'donation.import',
    body: undoImportBody,
    bodyIsOptional: true,
    status: 202,
    answer: donationImport,
    errorAnswers: { 409: errorBody.extend({ preview: undoPreview.optional() }) },
  }),
  events: route({
    method: 'GET',
    path: '/api/admin/donation-imports/{id}/events',
    summary: 'Reports the progress of an import as server-sent events',
    access: 'donation.import',
    answer: serverEvents,
  }),
} as const;

export const importGiversRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/donation-imports/{id}/givers',
    summary: 'Lists the givers of the file, each once, by pages',
    access: 'donation.import',
    query: importGiversQuery,
    answer: z.array(importGiver),
  }),
  answer: route({
    method: 'PATCH',
    path: '/api/admin/donation-imports/{id}/givers',
    summary: 'Sets who givers are, for all of their rows and for later files',
    access: 'donation.import',
    body: answerImportGivers,
    answer: donationImport,
  }),
} as const;

export const importAnswersRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/import-answers',
    summary: 'Lists what the church has answered about its files, by pages',
    access: 'donation.import',
    query: importAnswersQuery,
    answer: z.array(importAnswer),
  }),
  forget: route({
    method: 'DELETE',
    path: '/api/admin/import-answers/{id}',
    summary: 'Deletes an answer',
    access: 'donation.import',
  }),
} as const;

export const importLayoutsRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/import-layouts',
    summary: 'Lists how files of the church are read, by pages',
    access: 'donation.import',
    query: importLayoutsQuery,
    answer: z.array(importLayout),
  }),
  forget: route({
    method: 'DELETE',
    path: '/api/admin/import-layouts/{id}',
    summary: 'Deletes how files of a kind are read',
    access: 'donation.import',
  }),
} as const;
