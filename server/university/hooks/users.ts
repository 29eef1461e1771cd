import * as z from 'zod/mini'
import type { DraftOf } from '#model/resource.ts'
import { orEmpty } from '#model/validation.ts'
import { AppError } from '#model/wire/errors.ts'
import { hasPower } from '#resources/powers.ts'
import { users } from '#resources/users.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { notifyAll } from '#server/engine/mail/notify.ts'
import { type QueuedMail, queueMails } from '#server/engine/mail/outbox.ts'
import { type Draft, forEach, type ResourceCode, type TransactionContext, touches, type WriteEvent } from '#server/engine/records/hooks.ts'
import type { StoredRecord } from '#server/engine/records/reading/find.ts'
import { demandGoodPassword } from '#server/engine/services/change-password.ts'
import { storePassword } from '#server/engine/session/accounts.ts'
import { recordEvents } from '#server/engine/session/events.ts'
import { voidTokens } from '#server/engine/session/one-time-tokens.ts'
import { hashPassword } from '#server/engine/session/password-hash.ts'
import { demandRecentPassword } from '#server/engine/session/reauthentication.ts'
import { endSessionsOf } from '#server/engine/session/sessions.ts'
import { credential, oneTimeToken, outboxMail, session } from '#server/engine/sql/tables.ts'
import { is, pick, run, set, sql, table } from '#server/engine/sql/typed.ts'

const u = table(users, 'u')
const cr = table(credential, 'cr')
const se = table(session, 'se')
const ot = table(oneTimeToken, 'ot')
const o = table(outboxMail, 'o')

/**
 * Accounts. A new one gets an invitation, or a first password that must be changed. An account that has a power is made,
 * and any account is woken, only by who gave the password just now, and every admin is mailed of it (S-3.8). Nobody changes the own role or
 * closes the own account, one active admin remains (S-6.7), and a change of role, a deactivation or an admin's word ends
 * the person's sessions at once (S-3.6).
 */
export function userHooks(context: Context): ResourceCode<typeof users> {
  return {
    actions: { signOut: { workAll: (within, accounts) => signOutAll(context, within, accounts) } },
    inputs: { create: { password: orEmpty(null, z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(1024))))) } },
    prepare: {
      fields: ['role', 'isActive'],
      work: forEach((write) => (write.before ? demandMayChange(context, write) : prepareAccount(context, write))),
    },
    remove: (queries, { id }) => removeAccount(queries, id),
    after: {
      fields: ['role', 'isActive', 'email'],
      // These take turns; all others are stored many at once.
      alone: takesAnAdmin,
      async work(queries, events) {
        if (events.some(takesAnAdmin)) await demandAnAdmin(queries)
        await openAccounts(
          queries,
          events.filter(({ before }) => before === null),
        )
        await changeAccounts(
          queries,
          events.filter(({ before }) => before !== null),
        )
      },
    },
  }
}

/** Tells whether there is one active admin less after a write. */
const takesAnAdmin = ({ before, record }: Draft<typeof users>) => before !== null && isAdmin(before.values) && !isAdmin(record)
const isAdmin = ({ role, isActive }: Pick<DraftOf<typeof users>, 'role' | 'isActive'>) => role === 'admin' && isActive === true

/** Throws `access.denied` for who changes the own role or closes the own account, and asks for the password where one is woken. */
function demandMayChange({ clock }: Context, { permit: { caller }, before, changed }: Draft<typeof users>): undefined {
  if (caller && caller.id === before?.id && (touches(changed, 'role') || changed.isActive === false)) throw new AppError('access.denied')
  if (caller && changed.isActive === true) demandRecentPassword(caller, clock.now())
}

/** Slow work before the transaction: the first password's hash, or the note that an invitation goes out. */
async function prepareAccount(context: Context, { permit: { caller }, record, input }: Draft<typeof users>) {
  if (caller && record.role && hasPower(record.role)) demandRecentPassword(caller, context.clock.now())
  const { password } = input
  const { name, username, email } = record
  if (typeof password !== 'string') return record.isActive === false ? undefined : { set: { invitedAt: context.clock.now().toISOString() } }
  await demandGoodPassword(context, { name, username: username ?? '', email: email ?? '' }, password)
  return { context: await hashPassword(context.keys.pepper, password) }
}

async function openAccounts(queries: Queries, events: readonly WriteEvent<typeof users>[]): Promise<void> {
  for (const { id, context, at } of events)
    if (typeof context === 'string') await storePassword(queries, { userId: id, hash: context, mustChange: true }, new Date(at))
  await queueMails(
    queries,
    timeOf(events),
    // An account that is part of a larger work, such as an enrolment, is invited by the mail of that work.
    events.flatMap(({ id, context, record, permit: { caller } }): QueuedMail[] =>
      typeof context !== 'string' && record.isActive !== false && caller ? [{ kind: 'invitation', userId: id }] : [],
    ),
  )
  await notifyOfOffice(queries, events)
}

async function changeAccounts(queries: Queries, events: readonly WriteEvent<typeof users>[]): Promise<void> {
  const now = timeOf(events)
  const idsWhere = (is: (event: WriteEvent<typeof users>) => boolean) => events.filter(is).map(({ id }) => id)
  const hasRole = ({ changed }: WriteEvent<typeof users>) => touches(changed, 'role')
  const hasEmail = ({ changed }: WriteEvent<typeof users>) => touches(changed, 'email')
  const isEnded = ({ changed }: WriteEvent<typeof users>) => changed.isActive === false
  await endSessionsOf(queries, idsWhere(hasRole), 'roleChanged', now)
  await endSessionsOf(
    queries,
    idsWhere((event) => isEnded(event) && !hasRole(event)),
    'deactivated',
    now,
  )
  await recordEvents(
    queries,
    now,
    events.filter(hasRole).map(({ id, before, changed, permit }) => ({
      kind: 'roleChanged',
      userId: permit.caller?.id ?? null,
      details: { account: id, from: before?.values.role ?? null, to: changed.role ?? null },
    })),
  )
  await notifyOfOffice(
    queries,
    events.filter((event) => hasRole(event) || event.changed.isActive === true),
  )
  await notifyAll(
    queries,
    now,
    idsWhere(hasRole).map((userId) => ({ type: 'roleChanged', userId })),
  )
  await voidTokens(
    queries,
    idsWhere((event) => hasEmail(event) || isEnded(event)),
    now,
  )
  await queueMails(
    queries,
    now,
    events.flatMap((event): QueuedMail[] =>
      hasEmail(event) && event.before ? [{ kind: 'emailChanged', userId: event.id, address: event.before.values.email }] : [],
    ),
  )
}

/** Accounts that one mail names; a file may make hundreds. */
const mostNamed = 20

/** Mails every admin which accounts with a power were made or raised, which were woken, and by whom: nobody comes in unseen (S-3.8). */
async function notifyOfOffice(queries: Queries, events: readonly WriteEvent<typeof users>[]): Promise<void> {
  const ofOffice = events.filter(
    ({ permit, before, record, changed }) => permit.caller && ((before && changed.isActive === true) || hasPower(record.role)),
  )
  const [first] = ofOffice
  if (!first) return
  const names = ofOffice.slice(0, mostNamed).map(({ record }) => `${record.username} (${record.role})`)
  const accounts = [...names, ...(ofOffice.length > mostNamed ? ['…'] : [])].join(', ')
  const admins = await run(
    queries,
    sql`select ${pick({ id: u.id })} from ${u} where ${is(u.role, 'admin')} and ${u.isActive} order by ${u.id}`,
  )
  await queueMails(
    queries,
    timeOf(ofOffice),
    admins.map(({ id }): QueuedMail => ({ kind: 'officeAccount', userId: id, params: { actor: first.permit.actor.name, accounts } })),
  )
}

/** Ends every session of some people. */
async function signOutAll({ clock }: Context, { queries, permit }: TransactionContext, accounts: readonly StoredRecord<typeof users>[]) {
  const ids = accounts.map(({ id }) => id)
  await endSessionsOf(queries, ids, 'ended', clock.now())
  await recordEvents(
    queries,
    clock.now(),
    ids.map((account) => ({ kind: 'sessionsEnded', userId: permit.actor.id, details: { account } })),
  )
  return new Map<string, never>()
}

/** Writes that are stored together have one time. */
const timeOf = ([first]: readonly WriteEvent<typeof users>[]) => new Date(first?.at ?? 0)

/** Removes what an account has beside its record, unless somebody has signed in with it. Throws `record.referenced`. */
async function removeAccount(queries: Queries, id: string): Promise<void> {
  const used = await run(
    queries,
    sql`select 1 from ${cr} where ${cr.user_id} = ${id} union all select 1 from ${se} where ${se.user_id} = ${id} limit 1`,
  )
  if (used.length > 0) throw new AppError('record.referenced')
  await run(queries, sql`delete from ${ot} where ${ot.user_id} = ${id}`)
  await run(queries, sql`update ${o} ${set(o, { state: 'dropped' })} where ${o.user_id} = ${id} and ${o.state} = 'waiting'`)
}

/** Any number that no other lock of the program uses. */
const adminLock = 7_264_918_401

/**
 * Writes that may remove an admin take turns, and each looks again after it has waited: two admins who demote each
 * other at the same moment cannot both succeed. Throws `admin.last`.
 */
async function demandAnAdmin(queries: Queries): Promise<void> {
  await run(queries, sql`select pg_advisory_xact_lock(${adminLock})`)
  const admins = await run(queries, sql`select ${pick({ id: u.id })} from ${u} where ${is(u.role, 'admin')} and ${u.isActive} limit 1`)
  if (admins.length === 0) throw new AppError('admin.last')
}
