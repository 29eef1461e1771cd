import { hasPower } from '@matricola/schema/powers.ts'
import { type Registry, registryOf } from '@matricola/schema/registry.ts'
import type { WritableValuesOf } from '@matricola/schema/resource.ts'
import type { Users } from '@matricola/schema/system/system-resources.ts'
import { allowEmpty } from '@matricola/schema/validation.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { notifyAll } from '../mail/notify.ts'
import { type QueuedMail, queueMails } from '../mail/outbox.ts'
import {
  changesAnyOf,
  prepareEach,
  type ResourceCode,
  type TransactionContext,
  type WriteDraft,
  type WriteEvent,
} from '../records/hooks.ts'
import type { StoredRecord } from '../records/reading/get-record.ts'
import { assertGoodPassword } from '../services/change-password.ts'
import { storePassword } from '../session/accounts.ts'
import { revokeOneTimeTokens } from '../session/one-time-tokens.ts'
import { hashPassword } from '../session/password-hash.ts'
import { assertRecentPassword } from '../session/reauthentication.ts'
import { recordSecurityEvents } from '../session/security-events.ts'
import { revokeSessionsOf } from '../session/sessions.ts'
import { users } from '../sql/system-tables.ts'
import { credentialTable, oneTimeTokenTable, outboxMailTable, sessionTable } from '../sql/tables.ts'
import { pick, runStatement, setValues, sql, table } from '../sql/typed.ts'

const user = table(users)
const credential = table(credentialTable)
const session = table(sessionTable)
const oneTimeToken = table(oneTimeTokenTable)
const outboxMail = table(outboxMailTable)

/**
 * User accounts. A new account gets an invitation email, or a first password that must be changed.
 * Creating an account with a power and reactivating any account require a recent password, and
 * every admin is notified by email. Users cannot change their own role or deactivate themselves,
 * and one active admin must remain. A change of role, a deactivation and the action `signOut` end
 * the user's sessions immediately.
 */
export function userHooks(context: Context): ResourceCode<Users> {
  return {
    actions: {
      signOut: { workAll: (transaction, accounts) => signOutAll(context, transaction, accounts) },
    },
    inputs: {
      create: {
        password: allowEmpty(
          null,
          z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(1024)))),
        ),
      },
    },
    prepare: {
      fields: ['role', 'isActive'],
      work: prepareEach((write) =>
        write.before ? assertMayChange(context, write) : prepareAccount(context, write),
      ),
    },
    remove: (queries, { id }) => removeAccount(queries, id),
    after: {
      fields: ['role', 'isActive', 'email'],
      // Writes that may remove an admin are stored one at a time. All other writes are stored
      // together.
      mustStoreAlone: removesAdmin,
      async work(queries, events) {
        if (events.some(removesAdmin)) await assertAdminLeft(queries, context.registry)
        await openAccounts(
          queries,
          events.filter(({ before }) => before === null),
        )
        await changeAccounts(
          context,
          queries,
          events.filter(({ before }) => before !== null),
        )
      },
    },
  }
}

/** Whether a write reduces the number of active admins. */
function removesAdmin({ permit, before, record }: WriteDraft<Users>): boolean {
  const { adminRole } = registryOf(permit.resource)
  const isAdmin = ({ role, isActive }: Pick<WritableValuesOf<Users>, 'role' | 'isActive'>) =>
    role === adminRole && isActive === true
  return before !== null && isAdmin(before.values) && !isAdmin(record)
}

/**
 * Throws `access.denied` if callers change their own role or deactivate themselves. Reactivation
 * requires a recent password.
 */
function assertMayChange(
  { clock }: Context,
  { permit: { caller }, before, changed }: WriteDraft<Users>,
): undefined {
  if (
    caller &&
    caller.id === before?.id &&
    (changesAnyOf(changed, 'role') || changed.isActive === false)
  )
    throw new AppError('access.denied')
  if (caller && changed.isActive === true) assertRecentPassword(caller, clock.now())
}

/**
 * Does slow work before the transaction: hashes the first password. Without a password, records
 * that an invitation is sent.
 */
async function prepareAccount(
  context: Context,
  { permit: { caller }, record, input }: WriteDraft<Users>,
) {
  if (caller && record.role && hasPower(context.registry, record.role))
    assertRecentPassword(caller, context.clock.now())
  const { password } = input
  const { name, username, email } = record
  if (typeof password !== 'string')
    return record.isActive === false
      ? undefined
      : { set: { invitedAt: context.clock.now().toISOString() } }
  await assertGoodPassword(
    context,
    { name, username: username ?? '', email: email ?? '' },
    password,
  )
  return { context: await hashPassword(context.keys.pepper, password) }
}

async function openAccounts(queries: Queries, events: readonly WriteEvent<Users>[]): Promise<void> {
  for (const { id, context, at } of events)
    if (typeof context === 'string')
      await storePassword(queries, { userId: id, hash: context, mustChange: true }, new Date(at))
  await queueMails(
    queries,
    timeOf(events),
    // An account that the system creates as part of other work, such as an enrolment, is announced
    // in an email about that work.
    events.flatMap(({ id, context, record, permit: { caller } }): QueuedMail[] =>
      typeof context !== 'string' && record.isActive !== false && caller
        ? [{ kind: 'invitation', userId: id }]
        : [],
    ),
  )
  await notifyAdmins(queries, events)
}

async function changeAccounts(
  { registry }: Context,
  queries: Queries,
  events: readonly WriteEvent<Users>[],
): Promise<void> {
  const now = timeOf(events)
  const idsWhere = (isMatch: (event: WriteEvent<Users>) => boolean) =>
    events.filter(isMatch).map(({ id }) => id)
  const hasRole = ({ changed }: WriteEvent<Users>) => changesAnyOf(changed, 'role')
  const hasEmail = ({ changed }: WriteEvent<Users>) => changesAnyOf(changed, 'email')
  const isEnded = ({ changed }: WriteEvent<Users>) => changed.isActive === false
  await revokeSessionsOf(queries, idsWhere(hasRole), 'roleChanged', now)
  await revokeSessionsOf(
    queries,
    idsWhere((event) => isEnded(event) && !hasRole(event)),
    'deactivated',
    now,
  )
  await recordSecurityEvents(
    queries,
    now,
    events.filter(hasRole).map(({ id, before, changed, permit }) => ({
      kind: 'roleChanged',
      userId: permit.caller?.id ?? null,
      details: { account: id, from: before?.values.role ?? null, to: changed.role ?? null },
    })),
  )
  await notifyAdmins(
    queries,
    events.filter((event) => hasRole(event) || event.changed.isActive === true),
  )
  await notifyAll(
    queries,
    { registry, now },
    idsWhere(hasRole).map((userId) => ({ type: 'roleChanged', userId })),
  )
  await revokeOneTimeTokens(
    queries,
    idsWhere((event) => hasEmail(event) || isEnded(event)),
    now,
  )
  await queueMails(
    queries,
    now,
    events.flatMap((event): QueuedMail[] =>
      hasEmail(event) && event.before
        ? [{ kind: 'emailChanged', userId: event.id, address: event.before.values.email }]
        : [],
    ),
  )
}

/** Maximum number of accounts named in one email. An import can create hundreds. */
const maxNamed = 20

/**
 * Emails every admin about new accounts with a power, accounts that were given a power, and
 * reactivated accounts.
 */
async function notifyAdmins(queries: Queries, events: readonly WriteEvent<Users>[]): Promise<void> {
  const powerEvents = events.filter(
    ({ permit, before, record, changed }) =>
      permit.caller &&
      ((before && changed.isActive === true) || hasPower(registryOf(permit.resource), record.role)),
  )
  const [first] = powerEvents
  if (!first) return
  const names = powerEvents
    .slice(0, maxNamed)
    .map(({ record }) => `${record.username} (${record.role})`)
  const accounts = [...names, ...(powerEvents.length > maxNamed ? ['…'] : [])].join(', ')
  const admins = await runStatement(
    queries,
    sql`select ${pick({ id: user.id })} from ${user} where ${user.role} = ${registryOf(first.permit.resource).adminRole} and ${user.isActive} order by ${user.id}`,
  )
  await queueMails(
    queries,
    timeOf(powerEvents),
    admins.map(
      ({ id }): QueuedMail => ({
        kind: 'officeAccount',
        userId: id,
        params: { actor: first.permit.actor.name, accounts },
      }),
    ),
  )
}

async function signOutAll(
  { clock }: Context,
  { queries, permit }: TransactionContext,
  accounts: readonly StoredRecord<Users>[],
) {
  const ids = accounts.map(({ id }) => id)
  await revokeSessionsOf(queries, ids, 'ended', clock.now())
  await recordSecurityEvents(
    queries,
    clock.now(),
    ids.map((account) => ({
      kind: 'sessionsEnded',
      userId: permit.actor.id,
      details: { account },
    })),
  )
  return new Map<string, never>()
}

/** Time of the writes, which is the same for all writes of one call. */
const timeOf = ([first]: readonly WriteEvent<Users>[]) => new Date(first?.at ?? 0)

/**
 * Removes tokens and unsent emails of an account. Throws `record.referenced` if the user has set a
 * password or signed in.
 */
async function removeAccount(queries: Queries, id: string): Promise<void> {
  const references = await runStatement(
    queries,
    sql`select 1 from ${credential} where ${credential.user_id} = ${id} union all select 1 from ${session} where ${session.user_id} = ${id} limit 1`,
  )
  if (references.length > 0) throw new AppError('record.referenced')
  await runStatement(
    queries,
    sql`delete from ${oneTimeToken} where ${oneTimeToken.user_id} = ${id}`,
  )
  await runStatement(
    queries,
    sql`update ${outboxMail} ${setValues(outboxMail, { state: 'dropped' })} where ${outboxMail.user_id} = ${id} and ${outboxMail.state} = 'waiting'`,
  )
}

/** Key of the advisory lock. It only has to differ from the program's other lock keys. */
const adminLock = 7_264_918_401

/**
 * Serializes writes that may remove an admin and counts again after waiting, so that two admins
 * cannot demote each other at the same time. Throws `admin.last`.
 */
async function assertAdminLeft(queries: Queries, { adminRole }: Registry): Promise<void> {
  await runStatement(queries, sql`select pg_advisory_xact_lock(${adminLock})`)
  const admins = await runStatement(
    queries,
    sql`select ${pick({ id: user.id })} from ${user} where ${user.role} = ${adminRole} and ${user.isActive} limit 1`,
  )
  if (admins.length === 0) throw new AppError('admin.last')
}
