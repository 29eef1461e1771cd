/** The caller's messages as conversations, each shown by its last message. */
import { searchWords } from '@matricola/schema/values/folding.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { likePattern } from '@matricola/server/sql/parameters.ts'
import {
  type Aliased,
  columns,
  expr,
  pick,
  runStatement,
  sql,
  sqlForRow,
  table,
} from '@matricola/server/sql/typed.ts'
import { foldedSql } from '@matricola/server/sql/value-sql.ts'
import type { WireConversations } from '#resources/academic/wire-messages.ts'
import { messages } from '#resources/messages.ts'

const message = table(messages)

/** Number of characters shown of the last message. */
const excerpt = 160
const maxWords = 6
const searchedFields = ['subject', 'senderName', 'recipientName', 'audience'] as const

interface ConversationQuery {
  readonly search: string
  readonly view?: 'unread' | undefined
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * Returns a page of conversations, newest first. A message that the caller sent to many users is
 * listed only once. Each copy that receives a reply continues as a separate conversation.
 */
export async function readConversations(
  queries: Queries,
  caller: Caller,
  { search, view, pageNumber, pageSize }: ConversationQuery,
): Promise<WireConversations> {
  const me = expr<string>`${caller.id}::uuid`
  const words = searchWords(search).slice(0, maxWords)
  const rows = await runStatement(
    queries,
    sql`WITH own AS (
       SELECT coalesce(${message.threadId}, ${message.id}) AS thread, ${message.id} AS id, ${message.sentAt} AS sent_at,
         ${message.recipientId} = ${me} AND ${message.readAt} IS NULL AS is_unread,
         ${message.recipientId} <> ${me} AND ${message.audience} IS NOT NULL AS is_to_many, ${matchesAllWords(message, words)} AS is_found
       FROM ${message} WHERE ${message.recipientId} = ${me} OR (${message.senderId} = ${me} AND ${message.recipientCount} IS NOT NULL)),
     conversation AS (
       SELECT count(*)::int AS message_count, count(*) FILTER (WHERE is_unread)::int AS unread,
         (array_agg(id ORDER BY sent_at DESC, id DESC))[1] AS last_id
       FROM own GROUP BY thread, is_to_many HAVING bool_or(is_found) AND (bool_or(is_unread) OR ${view === undefined}::boolean))
     SELECT ${pick({
       ...columns(message, 'id', 'subject', 'sentAt'),
       with: expr<string>`CASE WHEN ${message.recipientId} = ${me} THEN ${message.senderName} ELSE ${message.recipientName} END`,
       isOwn: expr<boolean>`${message.recipientId} <> ${me}`,
       excerpt: expr<string>`left(${message.body}, ${excerpt})`,
       messageCount: expr<number>`n.message_count`,
       unread: expr<number>`n.unread`,
       total: expr<number>`(SELECT count(*)::int FROM conversation)`,
     })}
     FROM conversation n JOIN ${message} ON ${message.id} = n.last_id
     ORDER BY ${message.sentAt} DESC, ${message.id} DESC LIMIT ${pageSize}::int OFFSET ${(pageNumber - 1) * pageSize}::int`,
  )
  const list = rows.map(({ total: _, ...conversation }) => conversation)
  return { totalCount: rows[0]?.total ?? 0, page: pageNumber, pageSize, list }
}

const matchesAllWords = (row: Aliased, words: readonly string[]) =>
  sqlForRow(row, (alias, parameters) => {
    const text = searchedFields
      .map((name) => `coalesce(${foldedSql(messages, name, alias)}, '')`)
      .join(" || ' ' || ")
    return (
      words
        .map((word) => `${text} LIKE ${parameters.add(likePattern(word), 'text')}`)
        .join(' AND ') || 'TRUE'
    )
  })
