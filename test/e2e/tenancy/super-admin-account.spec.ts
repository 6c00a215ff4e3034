import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type {
  DeviceSession,
  FactorSetUp,
  Organization,
  RecoveryCodes,
  User,
} from '#libs/contracts';
import { password, signIn, startApp, type Client, type TestApp } from '../../support/app.js';
import { addSiteImage } from '../../support/pictures.js';

let app: TestApp;
let superAdmin: Client;
beforeAll(async () => {
  app = await startApp();
  await app.superAdmin('owner@platform.test');
  superAdmin = app.as('owner@platform.test');
});
afterAll(() => app.close());

describe('a super administrator without a church', () => {
  it('sees the first active logo of each church', async () => {
    const grace = await app.church('grace');
    await app.church('hope');
    await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
    const admin = app.as('admin@grace.test');
    const logos = async () =>
      Object.fromEntries(
        (await superAdmin.get<Organization[]>('/api/organizations')).body.map(
          ({ slug, logoUrl }) => [slug, logoUrl],
        ),
      );
    expect(await logos()).toEqual({ grace: null, hope: null });
    const [first, second] = [
      await addSiteImage(admin, 'logo', 'First'),
      await addSiteImage(admin, 'logo', 'Second'),
    ];
    await addSiteImage(admin, 'banner', 'No logo');
    expect(await logos()).toEqual({ grace: first.imageUrl, hope: null });
    await admin.patch(`/api/site-images/${second.id}`, { position: 0 });
    expect((await logos()).grace).toBe(second.imageUrl);
    await admin.patch(`/api/site-images/${second.id}`, { active: false });
    expect((await logos()).grace).toBe(first.imageUrl);
    await admin.delete(`/api/site-images/${first.id}`);
    expect((await logos()).grace).toBeNull();
  });

  it('can list sessions, change the password, and turn an authenticator on and off', async () => {
    await signIn(app.visitor, 'owner@platform.test');
    expect((await superAdmin.get<DeviceSession[]>('/api/auth/sessions')).body).toHaveLength(2);
    expect(await superAdmin.post('/api/auth/mfa/setup', { method: 'sms', password })).toMatchObject(
      {
        status: 400,
      },
    );
    const { status, body } = await superAdmin.post<FactorSetUp>('/api/auth/mfa/setup', {
      method: 'authenticator',
      password,
    });
    expect({ status, phone: body.phone }).toEqual({ status: 200, phone: null });
    const confirmed = await superAdmin.post<RecoveryCodes>('/api/auth/mfa/confirm', {
      code: new TOTP({ secret: Secret.fromBase32(body.secret!) }).generate(),
    });
    expect(confirmed.status).toBe(200);
    expect((await superAdmin.get<User>('/api/auth/user')).body).toMatchObject({
      mfaEnabled: true,
      organizationId: null,
    });
    expect(
      (await app.visitor.post('/api/login', { email: 'owner@platform.test', password })).body,
    ).toEqual({ mfaRequired: true, method: 'authenticator' });
    expect(
      (await superAdmin.post('/api/auth/mfa/disable', { code: confirmed.body.recoveryCodes[0] }))
        .status,
    ).toBe(200);
    expect((await superAdmin.get<User>('/api/auth/user')).body.mfaEnabled).toBe(false);
    expect(
      (
        await superAdmin.post('/api/auth/password', {
          currentPassword: password,
          newPassword: 'a quite new one',
        })
      ).status,
    ).toBe(204);
    expect((await superAdmin.get<DeviceSession[]>('/api/auth/sessions')).body).toHaveLength(1);
  });
});
