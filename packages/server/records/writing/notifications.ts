/**
 * Sends the notifications that a declaration asks for in `notifies`: finds the ones that apply to a
 * write, and their recipients.
 */

import { isFieldType } from '@matricola/schema/field.ts'
import { pageName } from '@matricola/schema/paths.ts'
import { evaluate } from '@matricola/schema/predicate.ts'
import { registryOf, related } from '@matricola/schema/registry.ts'
import type { AnyResource, NotificationRule } from '@matricola/schema/resource.ts'
import { fieldOf, findAccountField, toNames } from '@matricola/schema/resource-fields.ts'
import { accountResource, type Role } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '../../database/database.ts'
import { tableNameOf } from '../../database/names.ts'
import { type NewNotification, notifyAll } from '../../mail/notify.ts'
import { valueSql } from '../../sql/value-sql.ts'
import type { WriteDraft, WriteEvent } from '../hooks.ts'
import { readableTitleFields, titleSql } from '../reading/reading.ts'

/**
 * Extra input of a write that sends no notification, because its operation sends a different one.
 */
export const withoutNotification = { isUnannounced: true } as const

interface PendingNotice {
  readonly event: WriteEvent
  readonly notice: NotificationRule
}

/**
 * Returns the notices that apply to a write: those of its action or transition, and those of the
 * fields it changes.
 */
const noticesOf = ({
  permit,
  action,
  before,
  changed,
  record,
  input,
}: WriteDraft): NotificationRule[] =>
  input.isUnannounced === true
    ? []
    : Object.entries(permit.resource.notifies ?? {})
        .filter(
          ([moment]) => moment === action || (before !== null && Object.hasOwn(changed, moment)),
        )
        .flatMap(([, notices]) => notices)
        .filter(({ when }) => !when || evaluate(when, record, permit.callerIdentity))

/** Whether a write can cause a notification. */
export const causesNotification = (write: WriteDraft) => noticesOf(write).length > 0

/**
 * Sends the notifications of writes of one resource, in their transaction. The actor is never
 * notified of their own write.
 */
export async function sendNotifications(
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<void> {
  const pending = events.flatMap((event) =>
    noticesOf(event).map((notice): PendingNotice => ({ event, notice })),
  )
  const [first] = pending
  if (!first) return
  const { resource } = first.event.permit
  const accounts = await createAccountLookup(queries, resource, pending)
  const subjects = await createSubjectLookup(queries, resource, pending)
  const notifications = new Map<string, NewNotification>()
  for (const one of pending)
    for (const userId of accounts(one)) {
      const { event, notice } = one
      if (userId === event.permit.actor.id) continue
      const link = (notice.link ?? `${pageName(resource)}/:id`).replace(':id', event.id)
      // Declarations are validated at startup, so the type exists.
      const type = notice.type as NewNotification['type']
      notifications.set(`${type} ${event.id} ${userId}`, {
        type,
        userId,
        subject: subjects(one),
        link,
      })
    }
  await notifyAll(queries, { registry: registryOf(resource), now: new Date(first.event.at) }, [
    ...notifications.values(),
  ])
}

/** Selects one SQL value for each of the records. Returns a map by id. */
async function findValues(
  queries: Queries,
  resource: AnyResource,
  { value, ids }: { readonly value: string; readonly ids: Iterable<unknown> },
) {
  const rows = await queries.query<{ id: string; value: string | null }>(
    `SELECT r.id, ${value} AS value FROM ${tableNameOf(resource)} r WHERE r.id = ANY($1::uuid[])`,
    [[...new Set(ids)].filter((id) => id != null)],
  )
  return new Map<unknown, string | null>(rows.map((row) => [row.id, row.value]))
}

/** Returns a function that returns the accounts to notify. */
async function createAccountLookup(
  queries: Queries,
  resource: AnyResource,
  notices: readonly PendingNotice[],
) {
  const roles = new Map<Role, readonly string[]>()
  const fields = new Map<string, (event: WriteEvent) => string | null | undefined>()
  for (const { notice } of notices)
    if (isRole(notice.to))
      roles.set(
        notice.to.role,
        roles.get(notice.to.role) ??
          (await findAccountsWithRole(queries, related(resource, accountResource), notice.to.role)),
      )
    else
      for (const name of toNames(notice.to))
        fields.set(
          name,
          fields.get(name) ??
            (await createFieldAccountLookup(queries, resource, { name, notices })),
        )
  return ({ event, notice: { to } }: PendingNotice): readonly string[] =>
    isRole(to)
      ? (roles.get(to.role) ?? [])
      : toNames(to).flatMap((name) => fields.get(name)?.(event) ?? [])
}

async function findAccountsWithRole(
  queries: Queries,
  accounts: AnyResource,
  role: Role,
): Promise<string[]> {
  const rows = await queries.query<{ id: string }>(
    `SELECT id FROM ${tableNameOf(accounts)} WHERE role = $1 AND is_active ORDER BY id`,
    [role],
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns a function that returns the account of the person in a field, which can be computed.
 * There may be none.
 */
async function createFieldAccountLookup(
  queries: Queries,
  resource: AnyResource,
  { name, notices }: { readonly name: string; readonly notices: readonly PendingNotice[] },
) {
  const spec = fieldOf(resource, name)
  const ids = notices.map(({ event }) => event.id)
  const found =
    spec.options.computed &&
    (await findValues(queries, resource, { value: valueSql(resource, name, 'r'), ids }))
  const personIn = (event: WriteEvent) => (found ? found.get(event.id) : event.record[name])
  const target = related(resource, spec.type === 'reference' ? spec.to : accountResource)
  const [account] = findAccountField(target) ?? ['id']
  const personIds = notices.map(({ event }) => personIn(event))
  const accounts = await findValues(queries, target, {
    value: valueSql(target, account, 'r'),
    ids: personIds,
  })
  return (event: WriteEvent) => accounts.get(personIn(event))
}

/**
 * Returns a function that returns the subject of a notice: the text of a field, or the title of the
 * record it refers to.
 */
async function createSubjectLookup(
  queries: Queries,
  resource: AnyResource,
  notices: readonly PendingNotice[],
) {
  const titles = new Map<string, ReadonlyMap<unknown, string | null>>()
  for (const { notice } of notices) {
    const name = notice.subject
    const spec = name === undefined ? undefined : fieldOf(resource, name)
    if (name === undefined || !spec || !isFieldType(spec, 'reference') || titles.has(name)) continue
    const target = related(resource, spec.to)
    const ids = notices.map(({ event }) => event.record[name])
    const { adminRole: role } = registryOf(resource)
    titles.set(
      name,
      await findValues(queries, target, {
        value: titleSql(target, readableTitleFields(target, role), {
          role,
          language: null,
          alias: 'r',
        }),
        ids,
      }),
    )
  }
  return ({ event, notice: { subject } }: PendingNotice): string | null => {
    if (subject === undefined) return null
    const value = event.record[subject]
    const subjectText = titles.has(subject) ? titles.get(subject)?.get(value) : value
    return subjectText == null ? null : String(subjectText)
  }
}

const isRole = (to: NotificationRule['to']): to is { readonly role: Role } =>
  typeof to === 'object' && 'role' in to
