/** Notifications that a declaration asks for (`notifies`): which a write brings about, and who gets them. */

import { pageOf } from '#model/paths.ts'
import { evaluate } from '#model/predicate.ts'
import { type AnyResource, accountFieldOf, fieldOf, isKind, type Notice, named } from '#model/resource.ts'
import { accountResource, type Role } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { type NewNotification, notifyAll } from '#server/engine/mail/notify.ts'
import { valueSql } from '../../sql/families.ts'
import type { Draft, WriteEvent } from '../hooks.ts'
import { readableTitle, titleSql } from '../reading/reading.ts'

/** Extras of a write that brings no notification about, because what it is part of does. */
export const unannounced = { isUnannounced: true } as const

interface News {
  readonly event: WriteEvent
  readonly notice: Notice
}

/** Notices of a write: of the step or action that it is, of a new record, of fields that get another value. */
const noticesOf = ({ permit, action, before, changed, record, input }: Draft): Notice[] =>
  input.isUnannounced === true
    ? []
    : Object.entries(permit.resource.notifies ?? {})
        .filter(([moment]) => moment === action || (before !== null && Object.hasOwn(changed, moment)))
        .flatMap(([, notices]) => notices)
        .filter(({ when }) => !when || evaluate(when, record, permit.asker))

/** Tells whether anybody may have to be notified of a write. */
export const bringsNews = (write: Draft) => noticesOf(write).length > 0

/** Notifies who the declaration says, of writes of one resource that are stored together, in their transaction. */
export async function notifyOf(queries: Queries, events: readonly WriteEvent[]): Promise<void> {
  const news = events.flatMap((event) => noticesOf(event).map((notice): News => ({ event, notice })))
  const [first] = news
  if (!first) return
  const { resource } = first.event.permit
  const accounts = await accountsOf(queries, resource, news)
  const subjects = await subjectsOf(queries, resource, news)
  const notifications = new Map<string, NewNotification>()
  for (const one of news)
    for (const userId of accounts(one)) {
      const { event, notice } = one
      if (userId === event.permit.actor.id) continue
      const link = (notice.link ?? `${pageOf(resource)}/:id`).replace(':id', event.id)
      // The declarations were checked to name types that there are.
      const type = notice.type as NewNotification['type']
      notifications.set(`${type} ${event.id} ${userId}`, { type, userId, subject: subjects(one), link })
    }
  await notifyAll(queries, new Date(first.event.at), [...notifications.values()])
}

/** Finds a value of each of some records, by their ids. */
async function lookUp(
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

/** Finds the accounts that each notice is for. */
async function accountsOf(queries: Queries, resource: AnyResource, news: readonly News[]) {
  const roles = new Map<Role, readonly string[]>()
  const fields = new Map<string, (event: WriteEvent) => string | null | undefined>()
  for (const { notice } of news)
    if (isRole(notice.to)) roles.set(notice.to.role, roles.get(notice.to.role) ?? (await accountsWith(queries, notice.to.role)))
    else for (const name of named(notice.to)) fields.set(name, fields.get(name) ?? (await accountsIn(queries, resource, { name, news })))
  return ({ event, notice: { to } }: News): readonly string[] =>
    isRole(to) ? (roles.get(to.role) ?? []) : named(to).flatMap((name) => fields.get(name)?.(event) ?? [])
}

async function accountsWith(queries: Queries, role: Role): Promise<string[]> {
  const rows = await queries.query<{ id: string }>(
    `SELECT id FROM ${tableNameOf(resourceNamed(accountResource))} WHERE role = $1 AND is_active ORDER BY id`,
    [role],
  )
  return rows.map(({ id }) => id)
}

/** Finds the accounts of the people that a field names, which may be computed; there may be none. */
async function accountsIn(
  queries: Queries,
  resource: AnyResource,
  { name, news }: { readonly name: string; readonly news: readonly News[] },
) {
  const spec = fieldOf(resource, name)
  const ids = news.map(({ event }) => event.id)
  const found = spec.options.computed && (await lookUp(queries, resource, { value: valueSql(resource, name, 'r'), ids }))
  const personIn = (event: WriteEvent) => (found ? found.get(event.id) : event.record[name])
  const target = resourceNamed(spec.kind === 'reference' ? spec.to : accountResource)
  const [account] = accountFieldOf(target) ?? ['id']
  const people = news.map(({ event }) => personIn(event))
  const accounts = await lookUp(queries, target, { value: valueSql(target, account, 'r'), ids: people })
  return (event: WriteEvent) => accounts.get(personIn(event))
}

/** Finds the words that say what each notice is about: those of a text, or the title of what is referred to. */
async function subjectsOf(queries: Queries, resource: AnyResource, news: readonly News[]) {
  const titles = new Map<string, ReadonlyMap<unknown, string | null>>()
  for (const { notice } of news) {
    const name = notice.subject
    const spec = name === undefined ? undefined : fieldOf(resource, name)
    if (name === undefined || !spec || !isKind(spec, 'reference') || titles.has(name)) continue
    const target = resourceNamed(spec.to)
    const ids = news.map(({ event }) => event.record[name])
    titles.set(
      name,
      await lookUp(queries, target, {
        value: titleSql(target, readableTitle(target, 'admin'), { role: 'admin', language: null, alias: 'r' }),
        ids,
      }),
    )
  }
  return ({ event, notice: { subject } }: News): string | null => {
    if (subject === undefined) return null
    const value = event.record[subject]
    const said = titles.has(subject) ? titles.get(subject)?.get(value) : value
    return said == null ? null : String(said)
  }
}

const isRole = (to: Notice['to']): to is { readonly role: Role } => typeof to === 'object' && 'role' in to
