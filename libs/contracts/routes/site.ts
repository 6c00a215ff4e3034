import { z } from 'zod';
import { bulkResult, bulkInput, imageQuery } from '../content/content.js';
import { changePodcast, publicPodcast } from '../content/feeds.js';
import { publicChurch, settings, siteImage, siteImageQuery } from '../identity/identity.js';
import { churchDomain, domainRequest } from '../tenancy/domain.js';
import { changeFirstSteps, firstSteps } from '../tenancy/first-steps.js';
import { standing } from '../tenancy/organization.js';
import {
  changeLinks,
  changeSetting,
  changeSettings,
  editSiteImage,
  newSiteImage,
} from '../tenancy/site.js';
import { picture, route } from './route.js';

export const siteRoutes = {
  settings: route({
    method: 'GET',
    path: '/api/settings',
    summary: 'Returns the public settings of the church',
    access: 'public',
    answer: settings,
  }),
  change: route({
    method: 'POST',
    path: '/api/settings',
    summary: 'Changes one setting of the church',
    access: 'setting.manage',
    body: changeSetting,
    answer: settings,
    ifMatch: true,
  }),
  changeSeveral: route({
    method: 'PUT',
    path: '/api/settings',
    summary: 'Changes several settings of the church, or none',
    access: 'setting.manage',
    body: changeSettings,
    answer: settings,
    errors: [409],
  }),
  changeLinks: route({
    method: 'PUT',
    path: '/api/settings/links',
    summary: 'Changes all links to the church’s other pages, or none',
    access: 'link.edit',
    body: changeLinks,
    answer: settings,
    errors: [409],
  }),
  standing: route({
    method: 'GET',
    path: '/api/church/standing',
    summary: 'Returns whether the staff of the church may write',
    access: 'portal.use',
    answer: standing,
  }),
  churches: route({
    method: 'GET',
    path: '/api/churches',
    summary: 'Lists the churches with which visitors can register on this host',
    access: 'public',
    answer: z.array(publicChurch),
  }),
} as const;

export const siteImagesRoutes = {
  list: route({
    method: 'GET',
    path: '/api/site-images',
    summary: 'Lists the pictures of the site',
    access: 'public',
    query: siteImageQuery,
    answer: z.array(siteImage),
  }),
  add: route({
    method: 'POST',
    path: '/api/site-images',
    summary: 'Adds a picture to the site',
    access: 'appearance.manage',
    form: z.object({ ...newSiteImage.shape, image: z.file() }),
    status: 201,
    answer: siteImage,
    idempotencyKey: false,
  }),
  bulk: route({
    method: 'POST',
    path: '/api/site-images/bulk',
    summary: 'Shows, hides or deletes several pictures of the site',
    access: 'appearance.manage',
    body: bulkInput,
    answer: bulkResult,
    errors: [404],
  }),
  change: route({
    method: 'PATCH',
    path: '/api/site-images/{id}',
    summary: 'Changes, shows, hides or moves a picture of the site',
    access: 'appearance.manage',
    body: editSiteImage,
    answer: siteImage,
    ifMatch: true,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/site-images/{id}',
    summary: 'Deletes a picture of the site',
    access: 'appearance.manage',
    ifMatch: true,
  }),
} as const;

export const imagesRoutes = {
  one: route({
    method: 'GET',
    path: '/api/images/{id}',
    summary: 'Returns a picture of the church or of one of its users',
    access: 'public',
    query: imageQuery,
    answer: picture,
  }),
} as const;

export const podcastRoutes = {
  state: route({
    method: 'GET',
    path: '/api/church/podcast',
    summary: 'Returns whether the church has a public podcast, and its address',
    access: 'setting.manage',
    answer: publicPodcast,
  }),
  change: route({
    method: 'PUT',
    path: '/api/church/podcast',
    summary: 'Turns the public podcast on or off',
    access: 'setting.manage',
    body: changePodcast,
    answer: publicPodcast,
    ifMatch: true,
  }),
} as const;

export const domainRoutes = {
  one: route({
    method: 'GET',
    path: '/api/church/domain',
    summary: 'Returns the church’s own domain and its DNS records',
    access: 'appearance.manage',
    answer: churchDomain,
  }),
  choose: route({
    method: 'PUT',
    path: '/api/church/domain',
    summary: 'Sets the church’s own domain',
    access: 'appearance.manage',
    body: domainRequest,
    answer: churchDomain,
  }),
  check: route({
    method: 'POST',
    path: '/api/church/domain/check',
    summary: 'Looks for the DNS record of the domain now',
    access: 'appearance.manage',
    answer: churchDomain,
    idempotencyKey: false,
  }),
} as const;

export const firstStepsRoutes = {
  steps: route({
    method: 'GET',
    path: '/api/church/first-steps',
    summary: 'Returns the first steps of a new church, and which of them are done',
    access: 'setting.manage',
    answer: firstSteps,
  }),
  change: route({
    method: 'PUT',
    path: '/api/church/first-steps',
    summary: 'Hides or shows the list of first steps',
    access: 'setting.manage',
    body: changeFirstSteps,
    answer: firstSteps,
  }),
} as const;
