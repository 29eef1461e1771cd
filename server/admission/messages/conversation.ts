/** The messages of an application, for staff and for its applicant. */

import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { changeTable, fileTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  expr,
  isoInstant,
  jsonRows,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { type MessageRefusal, messageLimits } from '#resources/admission/message-limits.ts'
import { type OfficeWeek, waitingMinutes } from '#resources/admission/office-week.ts'
import type {
  WireApplicationConversation,
  WireAttachment,
  WireOfficeMessage,
} from '#resources/admission/wire-messages.ts'
import { documentOfFileField } from '#resources/application-documents.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import { messageTemplates } from '#resources/message-templates.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { users } from '#resources/users.ts'
import { readOfficeAnswers } from '#server/admission/office-week.ts'
import { visibleStatus } from '#server/admission/review/transition-notices.ts'
import { isUnanswered } from '#server/computed.ts'

const message = table(applicationMessages)
const author = outerTable(users)
const template = outerTable(messageTemplates)
const file = table(fileTable)
const settingsRow = table(settings)

const change = table(changeTable)
const copy = table(fileTable, 'copy')

const dayMs = 86_400_000

/** Action under which the history records an attachment that became a document. */
export const adoptionAction = 'adoptAttachment'

/** The field of the application in which a copy of the attachment is the current document. */
const fieldWithCopy = expr<
  string | null
>`(select ${copy.field} from ${copy} where ${copy.resource} = ${registrations.name} and ${copy.record_id} = ${message.registrationId}
    and ${copy.claimed_at} is not null and ${copy.replaced_at} is null and ${copy.sha256} = ${file.sha256}
    and exists (select from ${change} where ${change.resource} = ${registrations.name} and ${change.record_id} = ${message.registrationId}
      and ${change.action} = ${adoptionAction} and ${change.after} #>> string_to_array(${copy.field}, '.') = ${copy.id}::text) limit 1)`

/** Query for the messages of an application that were not undone, oldest first. */
export const messagesOf = (registrationId: string) =>
  sql`select ${pick({
    ...columns(message, 'id', 'author', 'authorId', 'body'),
    sentAt: isoInstant(message.sentAt),
    readAt: isoInstant(message.readAt),
    answeredAt: isoInstant(message.answeredAt),
    authorName: author.name,
    template: template.name,
    files: jsonRows(
      sql`select ${pick({ ...columns(file, 'id', 'name', 'media_type', 'bytes', 'state'), used_as: fieldWithCopy })} from ${file}
       where ${file.resource} = ${applicationMessages.name} and ${file.record_id} = ${message.id} and ${file.claimed_at} is not null order by ${file.field}`,
    ),
  })}
   from ${message} left join ${author} on ${author.id} = ${message.authorId} left join ${template} on ${template.id} = ${message.templateId}
   where ${message.registrationId} = ${registrationId}::uuid and ${message.undoneAt} is null
   order by ${message.sentAt}, ${message.id}`

type MessageRow = ReturnType<typeof messagesOf>['~rows']

const attachmentsOf = ({ files }: MessageRow, urlOf: (id: string) => string): WireAttachment[] =>
  files.map(({ id, name, media_type: mediaType, bytes, state }) => ({
    ...{ id, url: urlOf(id), name, mediaType, bytes, state },
  }))

/** Returns messages as staff see them. */
export const toOfficeMessages = (
  rows: readonly MessageRow[],
  {
    caller,
    now,
    week,
  }: { readonly caller: Caller | null; readonly now: Date; readonly week: OfficeWeek | null },
): WireOfficeMessage[] =>
  rows.map((row) => {
    const { id, author, authorId, authorName, template, body, sentAt, readAt, answeredAt } = row
    const isWaiting = author === 'office' && new Date(sentAt) > now
    return {
      ...{ id, author, authorName, template, body, sentAt, readAt, answeredAt },
      attachments: attachmentsOf(row, (fileId) => `/api/files/${fileId}`).map(
        (attachment, index) => {
          const field = row.files[index]?.used_as ?? null
          return {
            ...attachment,
            usedAs: field === null ? null : (documentOfFileField(field) ?? null),
          }
        },
      ),
      waitingMinutes:
        author === 'applicant' && answeredAt === null
          ? waitingMinutes(week, new Date(sentAt), now)
          : null,
      canUndo: isWaiting && caller !== null && (caller.role === 'admin' || caller.id === authorId),
    }
  })

/** Returns the text of a message of the office; null if it was undone or erased. */
export async function findMessageText(queries: Queries, id: string | null): Promise<string | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ body: message.body })} from ${message} where ${message.id} = ${id}::uuid and ${message.undoneAt} is null`,
  )
  return row?.body ?? null
}

/** Condition: whether a message has been sent, so that the applicant sees it. */
const isSentBefore = (now: Date) =>
  expr<boolean>`(${message.undoneAt} is null and ${message.sentAt} <= ${now.toISOString()}::timestamptz)`

/** Returns the facts about the conversation that limit it and that its section shows. */
export async function readMessageFacts(queries: Queries, registrationId: string, now: Date) {
  const since = new Date(now.getTime() - dayMs).toISOString()
  const isRecent = expr<boolean>`(${equalsLiteral(message.author, 'applicant')} and ${message.sentAt} > ${since}::timestamptz)`
  const [facts] = await runStatement(
    queries,
    sql`select ${pick({
      count: expr<number>`count(*) filter (where ${isSentBefore(now)})::int`,
      unread: expr<number>`count(*) filter (where ${isSentBefore(now)} and ${equalsLiteral(message.author, 'office')} and ${message.readAt} is null)::int`,
      unanswered: expr<number>`count(*) filter (where ${isUnanswered(message)})::int`,
      recent: expr<number>`count(*) filter (where ${isRecent})::int`,
      firstRecent: expr<string | null>`min(${message.sentAt}) filter (where ${isRecent})`,
    })} from ${message} where ${message.registrationId} = ${registrationId}::uuid`,
  )
  return facts ?? { count: 0, unread: 0, unanswered: 0, recent: 0, firstRecent: null }
}
type MessageFacts = Awaited<ReturnType<typeof readMessageFacts>>

/** Whether the conversation is over. A decision on hold does not end it. */
export function isConversationClosed(values: Values, now: Date): boolean {
  const closedAt =
    values.enrolledAt ?? (visibleStatus(values, now) === 'declined' ? values.decidedAt : null)
  return (
    typeof closedAt === 'string' &&
    now.getTime() > new Date(closedAt).getTime() + messageLimits.openDays * dayMs
  )
}

/** Returns why the applicant cannot write now; null if they can. */
export function findMessageRefusal(
  { recent, unanswered }: MessageFacts,
  values: Values,
  now: Date,
): MessageRefusal | null {
  if (isConversationClosed(values, now)) return 'closed'
  if (recent >= messageLimits.perDay) return 'tooMany'
  return unanswered >= messageLimits.withoutAnswer ? 'unanswered' : null
}

/** Returns the conversation as the applicant sees it. */
export async function readConversation(
  queries: Queries,
  registrationId: string,
  { values, now }: { readonly values: Values; readonly now: Date },
): Promise<WireApplicationConversation> {
  const [rows, facts, [shown], office] = await Promise.all([
    runStatement(queries, messagesOf(registrationId)),
    readMessageFacts(queries, registrationId, now),
    runStatement(
      queries,
      sql`select ${pick({ names: settingsRow.namesInMessages })} from ${settingsRow}`,
    ),
    readOfficeAnswers(queries, now),
  ])
  const refusal = findMessageRefusal(facts, values, now)
  return {
    messages: rows
      .filter(({ sentAt }) => new Date(sentAt) <= now)
      .map((row) => {
        const { id, author, authorName, body, sentAt, readAt, answeredAt } = row
        const path = admissionEndpoints.attachment.path
        return {
          ...{ id, author, body, sentAt, readAt, answeredAt },
          authorName: authorName !== null && shown?.names === true ? shortName(authorName) : null,
          attachments: attachmentsOf(row, (fileId) => fillPath(path, { id: fileId })),
        }
      }),
    refusal,
    writableFrom:
      refusal === 'tooMany' && facts.firstRecent !== null
        ? new Date(new Date(facts.firstRecent).getTime() + dayMs).toISOString()
        : null,
    office,
  }
}

/** Shortens the last name to its initial: "Mihaela Ș.". */
function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.pop() : undefined
  return last ? `${words.join(' ')} ${[...last][0]}.` : name
}
