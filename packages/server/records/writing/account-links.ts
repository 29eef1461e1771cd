/**
 * Emails about accounts that are linked to or unlinked from a person's record. Administrators learn
 * of new links; the account's user learns of a removed one.
 */

import { powersOf } from '@matricola/schema/powers.ts'
import { registryOf, related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { findAccountField } from '@matricola/schema/resource-fields.ts'
import { accountResource } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '../../database/database.ts'
import { tableNameOf } from '../../database/names.ts'
import { type QueuedMail, queueMails } from '../../mail/outbox.ts'
import type { WriteDraft, WriteEvent } from '../hooks.ts'

interface Link {
  readonly before: string | null
  readonly now: string | null
}

/**
 * Returns the account of a record before and after a write; null if the write does not change it.
 */
function linkOf({ permit: { resource }, before, changed, record }: WriteDraft): Link | null {
  const name = findAccountField(resource)?.[0]
  if (name === undefined || (before && !Object.hasOwn(changed, name))) return null
  const idIn = (value: unknown) => (typeof value === 'string' ? value : null)
  const link = { before: idIn(before?.values[name]), now: idIn(record[name]) }
  return link.before === link.now ? null : link
}

export const changesAccountLink = (write: WriteDraft) => linkOf(write) !== null

/** Maximum number of accounts named in one email, since an import can link hundreds. */
const maxNamed = 20

/**
 * Queues emails about account links that writes of one resource changed, in the transaction of
 * those writes.
 */
export async function queueAccountLinkEmails(
  queries: Queries,
  events: readonly WriteEvent[],
): Promise<void> {
  const links = events.flatMap((event) => {
    const link = linkOf(event)
    return link ? [{ event, link, person: personName(event) }] : []
  })
  const [first] = links
  if (!first) return
  const { actor, resource } = first.event.permit
  const users = related(resource, accountResource)
  const unlinked = links.flatMap(({ link }): QueuedMail[] =>
    link.before
      ? [{ kind: 'accountUnlinked', userId: link.before, params: { actor: actor.name } }]
      : [],
  )
  // Links made as part of larger work, such as an enrolment, are expected and not reported.
  const linked = links.flatMap(({ event, link, person }) =>
    event.permit.caller && link.now ? [{ id: link.now, person }] : [],
  )
  const names = await queries.query<{ id: string; username: string }>(
    `SELECT id, username FROM ${tableNameOf(users)} WHERE id = ANY($1::uuid[])`,
    [linked.slice(0, maxNamed).map(({ id }) => id)],
  )
  const accounts = [
    ...linked
      .slice(0, maxNamed)
      .map(({ id, person }) => `${names.find((one) => one.id === id)?.username ?? ''} (${person})`),
    ...(linked.length > maxNamed ? ['…'] : []),
  ].join(', ')
  const admins = linked.length === 0 ? [] : await findAccountManagers(queries, users)
  await queueMails(queries, new Date(first.event.at), [
    ...unlinked,
    ...admins.map(
      (userId): QueuedMail => ({
        kind: 'accountLinked',
        userId,
        params: { actor: actor.name, accounts },
      }),
    ),
  ])
}

/** The person's name: the text fields of the record's title. */
const personName = ({ permit: { resource }, record }: WriteEvent) =>
  resource.title
    .map((name) => record[name])
    .filter((part) => typeof part === 'string')
    .join(' ')

/** Returns the ids of active accounts that may manage accounts. */
async function findAccountManagers(queries: Queries, users: AnyResource): Promise<string[]> {
  const registry = registryOf(users)
  const managerRoles = registry.roles.filter((role) => powersOf(registry, role).has('accounts'))
  const rows = await queries.query<{ id: string }>(
    `SELECT id FROM ${tableNameOf(users)} WHERE role = ANY($1::text[]) AND is_active ORDER BY id`,
    [managerRoles],
  )
  return rows.map(({ id }) => id)
}
