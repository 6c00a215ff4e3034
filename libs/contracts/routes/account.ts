import { z } from 'zod';
import { keptPreferences, notificationPreferences, smsNumber } from '../content/notifications.js';
import {
  confirmFactorRequest,
  deviceSession,
  factorSetUp,
  profilePicture,
  profileRequest,
  proveRequest,
  recoveryCodes,
  security,
  setUpFactorRequest,
} from '../identity/account.js';
import { user } from '../identity/identity.js';
import { route } from './route.js';

export const securityRoutes = {
  sessions: route({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'Lists the devices on which the user is signed in',
    access: 'signed in',
    answer: z.array(deviceSession),
  }),
  end: route({
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    parameters: { id: z.string() },
    summary: 'Signs one device out',
    access: 'signed in',
    idempotencyKey: false,
  }),
  endAll: route({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'Signs all devices out, including this one',
    access: 'signed in',
    idempotencyKey: false,
  }),
  security: route({
    method: 'GET',
    path: '/api/auth/security',
    summary: 'Returns how the account of the user is secured',
    access: 'signed in',
    answer: security,
  }),
  setUp: route({
    method: 'POST',
    path: '/api/auth/mfa/setup',
    summary: 'Starts turning the second factor on',
    access: 'signed in',
    body: setUpFactorRequest,
    answer: factorSetUp,
    idempotencyKey: false,
  }),
  confirm: route({
    method: 'POST',
    path: '/api/auth/mfa/confirm',
    summary: 'Turns the second factor on with a first code',
    access: 'signed in',
    body: confirmFactorRequest,
    answer: recoveryCodes,
    idempotencyKey: false,
  }),
  disable: route({
    method: 'POST',
    path: '/api/auth/mfa/disable',
    summary: 'Turns the second factor off with the password or a code',
    access: 'signed in',
    body: proveRequest,
    answer: security,
    idempotencyKey: false,
  }),
  recoveryCodes: route({
    method: 'POST',
    path: '/api/auth/mfa/recovery-codes',
    summary: 'Makes new recovery codes with the password or a code',
    access: 'signed in',
    body: proveRequest,
    answer: recoveryCodes,
    idempotencyKey: false,
  }),
} as const;

export const profileRoutes = {
  change: route({
    method: 'PUT',
    path: '/api/auth/profile',
    summary: 'Changes the profile of the user',
    access: 'profile.own',
    body: profileRequest,
    ifMatch: true,
    answer: user,
  }),
  picture: route({
    method: 'POST',
    path: '/api/auth/profile/picture',
    summary: 'Stores the picture of the user',
    access: 'profile.own',
    form: z.object({ profileImage: z.file() }),
    answer: profilePicture,
    idempotencyKey: false,
  }),
  removePicture: route({
    method: 'DELETE',
    path: '/api/auth/profile/picture',
    summary: 'Deletes the picture of the user',
    access: 'profile.own',
  }),
} as const;

export const ownSmsRoutes = {
  state: route({
    method: 'GET',
    path: '/api/user/sms',
    summary: 'Returns whether the church sends text messages, and the user’s number for them',
    access: 'profile.own',
    answer: smsNumber,
  }),
  send: route({
    method: 'POST',
    path: '/api/user/sms/code',
    summary: 'Sends a code to the phone number of the user’s profile',
    access: 'profile.own',
    answer: smsNumber,
    idempotencyKey: false,
  }),
  confirm: route({
    method: 'POST',
    path: '/api/user/sms/confirm',
    summary: 'Confirms the phone number with the code',
    access: 'profile.own',
    body: confirmFactorRequest,
    answer: smsNumber,
    idempotencyKey: false,
  }),
} as const;

export const inboundSmsRoutes = {
  receive: route({
    method: 'POST',
    path: '/api/sms/inbound',
    summary: 'Receives answers to text messages, as Twilio sends and signs them',
    access: 'public',
    rawBody: { media: ['application/x-www-form-urlencoded'] },
    answer: { media: ['text/xml'] },
    errors: [404],
  }),
} as const;

export const preferencesRoutes = {
  change: route({
    method: 'PATCH',
    path: '/api/user/notification-preferences',
    summary: 'Changes which notifications the user gets, and how',
    access: 'profile.own',
    body: notificationPreferences,
    answer: keptPreferences,
  }),
} as const;
