import { statement, t } from '#libs/database';

/** Lists the roles of the users who have an account. */
export const listRolesWithAccount = statement({
  columns: { role: t.text },
  sql: `
    select role
      from app_user
     where organization_id = :church and account_id is not null and removed_at is null`,
});

/** Finds another user with an address, given in lower case. */
export const findOtherWithEmail = statement({
  parameters: { email: t.text, id: t.uuid },
  columns: { id: t.uuid },
  sql: `
    select id
      from app_user
     where organization_id = :church
       and lower(email) = :email
       and id <> :id
       and removed_at is null`,
});

/** Finds at most two users of the church. */
export const findTwoUsers = statement({
  columns: { id: t.uuid },
  sql: `
    select id
      from app_user
     where organization_id = :church and removed_at is null
     limit 2`,
});

export const countAdmins = statement({
  columns: { count: t.integer },
  sql: `
    select count(*)::int as count
      from app_user
     where organization_id = :church
       and role = 'admin'
       and account_id is not null
       and removed_at is null`,
});

/** Lists the admins who can sign in. */
export const listAdmins = statement({
  columns: { email: t.text, firstName: t.text },
  sql: `
    select email, first_name
      from app_user
     where organization_id = :church
       and role = 'admin'
       and removed_at is null
       and not is_suspended
       and account_id is not null`,
});

/** Reads whether the church has users, and whether it has an admin. */
export const readHasAdmin = statement({
  columns: { people: t.boolean, admin: t.boolean },
  sql: `
    select count(*) > 0 as people, count(*) filter (where role = 'admin') > 0 as admin
      from app_user
     where organization_id = :church and removed_at is null`,
});

/** Finds another admin than the given user who can sign in and is not suspended. */
export const findOtherAdmin = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid },
  sql: `
    select id
      from app_user
     where organization_id = :church
       and id <> :id
       and role = 'admin'
       and account_id is not null
       and not is_suspended
       and removed_at is null
     limit 1`,
});

/** Finds those of the given addresses, in lower case, whose users have an account. */
export const findEmailsInside = statement({
  parameters: { emails: t.array(t.text) },
  columns: { email: t.text },
  sql: `
    select lower(email) as email
      from app_user
     where organization_id = :church
       and lower(email) = any(:emails::text[])
       and account_id is not null
       and removed_at is null`,
});

/** Lists the email addresses of all users who are not removed, in lower case. */
export const listEmails = statement({
  columns: { email: t.text },
  sql: `
    select lower(email) as email
      from app_user
     where organization_id = :church and removed_at is null`,
});

/** Reads the name of the user with an address, given in lower case. */
export const findNameByEmail = statement({
  parameters: { email: t.text },
  columns: { name: t.text },
  sql: `
    select concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) as name
      from app_user
     where organization_id = :church and lower(email) = :email and removed_at is null`,
});

/** Finds any user, removed users included, with an address. */
export const findAnyByEmail = statement({
  parameters: { email: t.text },
  columns: { id: t.uuid },
  sql: `
    select id
      from app_user
     where organization_id = :church and lower(email) = lower(:email)`,
});

/** Reads the role of the user with an address, given in lower case, if the user has no account. */
export const findFreeRole = statement({
  parameters: { email: t.text },
  columns: { role: t.text },
  sql: `
    select role
      from app_user
     where organization_id = :church and lower(email) = :email and account_id is null`,
});

/** Links the user with the account's address to the account, if the user has no account. */
export const linkUser = statement({
  parameters: { accountId: t.uuid },
  columns: { id: t.uuid, role: t.text },
  sql: `
    update app_user u
       set account_id = a.id,
           email_verified = true,
           is_manually_created = false,
           updated_at = now()
      from account a
     where a.id = :accountId
       and u.organization_id = :church
       and lower(u.email) = a.email
       and u.account_id is null
    returning u.id, u.role`,
});

export const insertMembership = statement({
  parameters: { accountId: t.uuid, userId: t.uuid },
  sql: `
    insert into account_church (account_id, organization_id, user_id)
    values (:accountId, :church, :userId)`,
});

export const deleteMembership = statement({
  parameters: { userId: t.uuid },
  sql: 'delete from account_church where organization_id = :church and user_id = :userId',
});

/** Ends all sessions of a user of the church. */
export const deleteSessionsOfUser = statement({
  parameters: { userId: t.uuid },
  sql: 'delete from session where organization_id = :church and user_id = :userId',
});

export const findSessionById = statement({
  parameters: { sid: t.text },
  columns: { sid: t.text },
  sql: 'select sid from session where sid = :sid',
});

/** Finds the account if it has this address and the address is confirmed. */
export const findConfirmed = statement({
  parameters: { accountId: t.nullable(t.uuid), email: t.text },
  columns: { id: t.uuid },
  sql: `
    select id
      from account
     where id = :accountId and email = :email and email_verified_at is not null`,
});

/** Lists all users by name, with the fields of the roles overview. */
export const listMembersByName = statement({
  columns: {
    id: t.uuid,
    firstName: t.text,
    lastName: t.text,
    email: t.text,
    isSuperAdmin: t.boolean,
    isApproved: t.boolean,
    isSuspended: t.boolean,
    role: t.text,
  },
  sql: `
    select u.id,
           u.first_name,
           u.last_name,
           u.email,
           coalesce(a.is_super_admin, false) as is_super_admin,
           u.is_approved,
           u.is_suspended,
           u.role
      from app_user u
      left join account a on a.id = u.account_id
     where u.organization_id = :church and u.removed_at is null
     order by u.first_name, u.last_name, u.id`,
});

const listMembershipsBy = (column: string, type: typeof t.text) =>
  statement({
    parameters: { value: type },
    columns: { church: t.uuid, userId: t.uuid },
    sql: `
      select c.organization_id as church, c.user_id
        from account a
        join account_church c on c.account_id = a.id
       where a.${column} = :value`,
  });

/** Lists the churches of an account, which is found by its id or its email address. */
export const listMembershipsOfAccount = {
  id: listMembershipsBy('id', t.uuid),
  email: listMembershipsBy('email', t.text),
};

/** Finds the user of an account in the church. */
export const findMembership = statement({
  parameters: { accountId: t.uuid },
  columns: { userId: t.uuid },
  sql: `
    select user_id
      from account_church
     where account_id = :accountId and organization_id = :church`,
});
