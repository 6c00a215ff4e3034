import { z } from 'zod';
import { errorBody } from '../common.js';
import {
  changePasswordRequest,
  forgotPasswordRequest,
  linkAnswer,
  linkRequest,
  loginFactorRequest,
  resetPasswordRequest,
  verifyEmailRequest,
  waitingSignIn,
} from '../identity/account.js';
import {
  loginRequest,
  loginResponse,
  registerRequest,
  registered,
  user,
} from '../identity/identity.js';
import { churchSignup, signedUpChurch } from '../tenancy/organization.js';
import { redirection, route } from './route.js';

export const authRoutes = {
  login: route({
    method: 'POST',
    path: '/api/login',
    summary: 'Signs a user in',
    access: 'public',
    body: loginRequest,
    answer: loginResponse,
    errors: [401],
  }),
  waiting: route({
    method: 'GET',
    path: '/api/login/mfa',
    summary: 'Returns the second factor that this browser must still send to finish signing in',
    access: 'public',
    answer: waitingSignIn,
  }),
  loginWithCode: route({
    method: 'POST',
    path: '/api/login/mfa',
    summary: 'Finishes signing in with a code of the second factor',
    access: 'public',
    body: loginFactorRequest,
    answer: loginResponse.options[0],
    errors: [401],
  }),
  sendCode: route({
    method: 'POST',
    path: '/api/login/mfa/send',
    summary: 'Sends the code of the second factor by SMS again',
    access: 'public',
    errors: [401],
  }),
  register: route({
    method: 'POST',
    path: '/api/register',
    summary: 'Registers a user with a church; the user then waits for approval',
    access: 'public',
    body: registerRequest,
    status: 201,
    answer: registered,
  }),
  logout: route({
    method: 'GET',
    path: '/api/logout',
    summary: 'Signs the user out and redirects the browser',
    access: 'public',
    status: 302,
    answer: redirection,
    errors: [403],
  }),
  me: route({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'Returns the signed-in user',
    access: 'signed in',
    answer: user,
  }),
  refresh: route({
    method: 'POST',
    path: '/api/auth/refresh',
    summary: 'Returns the signed-in user with the current rights',
    access: 'signed in',
    answer: user,
    idempotencyKey: false,
  }),
} as const;

/**
 * With the code `password-needed`: the address that the link confirms, and whether its account has
 * a password.
 */
const unprovenAddress = errorBody.extend({
  email: z.string().optional(),
  hasPassword: z.boolean().optional(),
});

export const credentialsRoutes = {
  verify: route({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary:
      'Confirms an email address with the link of an email and the password of the account ' +
      'or a new password; 200 with the user if this signs the first administrator of a ' +
      'church in',
    access: 'public',
    body: verifyEmailRequest,
    status: 204,
    otherAnswers: { 200: loginResponse },
    errors: [401],
    errorAnswers: { 400: unprovenAddress },
  }),
  sendVerification: route({
    method: 'POST',
    path: '/api/auth/verify-email/send',
    summary: 'Sends the email that confirms the address again',
    access: 'signed in',
    idempotencyKey: false,
  }),
  link: route({
    method: 'POST',
    path: '/api/auth/link',
    summary:
      'Checks whether the link of an email still works without using it; 200 if a newer ' +
      'email was sent',
    access: 'public',
    body: linkRequest,
    status: 204,
    otherAnswers: { 200: linkAnswer },
  }),
  forgot: route({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Sends an email with a link for choosing a new password',
    access: 'public',
    body: forgotPasswordRequest,
  }),
  reset: route({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary:
      'Sets a new password with the link of an email; 200 with the user if this signs the ' +
      'first administrator of a church in',
    access: 'public',
    body: resetPasswordRequest,
    status: 204,
    otherAnswers: { 200: loginResponse },
  }),
  change: route({
    method: 'POST',
    path: '/api/auth/password',
    summary: 'Changes the password of the signed-in user',
    access: 'signed in',
    body: changePasswordRequest,
    idempotencyKey: false,
  }),
} as const;

export const openIdRoutes = {
  begin: route({
    method: 'GET',
    path: '/api/login',
    summary:
      'Redirects the browser to the sign-in page or to the OpenID Connect provider; next: ' +
      'the path of this site to open afterwards; church: the slug of the church to join; ' +
      'begin: the ticket of a church’s own host',
    access: 'public',
    query: z.object({
      next: z.string().optional(),
      church: z.string().optional(),
      begin: z.string().optional(),
    }),
    status: 302,
    answer: redirection,
  }),
  callback: route({
    method: 'GET',
    path: '/api/login/callback',
    summary: 'Receives the browser from the OpenID Connect provider and redirects it',
    access: 'public',
    query: z.object({
      state: z.string().optional(),
      code: z.string().optional(),
      error: z.string().optional(),
      iss: z.string().optional(),
    }),
    status: 302,
    answer: redirection,
  }),
  enter: route({
    method: 'GET',
    path: '/api/login/enter',
    summary: 'Signs the browser in on a church’s own host with a code that works once',
    access: 'public',
    query: z.object({ code: z.string().optional() }),
    status: 302,
    answer: redirection,
  }),
} as const;

export const churchSignupRoutes = {
  register: route({
    method: 'POST',
    path: '/api/organizations/signup',
    summary: 'Registers a church',
    access: 'public',
    body: churchSignup,
    status: 201,
    answer: signedUpChurch,
  }),
} as const;
