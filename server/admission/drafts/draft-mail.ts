/**
 * Emails with links to application drafts. They contain no name and no code, so a reader only
 * learns that an application was started.
 */

import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { Context } from '@matricola/server/context.ts'
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import type { Mail } from '@matricola/server/ports/mail.ts'
import { assembleMail } from '@matricola/server/services/assemble-mail.ts'
import { readMailBranding } from '@matricola/server/services/mail-branding.ts'
import { outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { draftPath, newDraftCodePath } from '#resources/paths.ts'
import { applicationDraftTable } from '#server/tables/rows.ts'
import { createCodeLink } from './draft-code.ts'
import { draftExpiryOf } from './draft-lifetime.ts'

const applicationDraft = table(applicationDraftTable)
const admissionSession = outerTable(admissionSessions)

/** Composes the email with the link to a saved draft; null if the draft was deleted. */
export async function composeDraftMail(context: Context, row: OutboxRow): Promise<Mail | null> {
  const id = row.params.draft ?? ''
  const [draft] = await runStatement(
    context.database,
    sql`select ${pick({ saved_at: applicationDraft.saved_at, closesAt: admissionSession.closesAt })} from ${applicationDraft} left join ${admissionSession} on ${admissionSession.id} = ${applicationDraft.admission_session_id}
     where ${applicationDraft.id} = ${id}`,
  )
  if (!draft || row.address === null) return null
  const when = formatLongInstant(draftExpiryOf(new Date(draft.saved_at), draft), row.language)
  return await composeLinkMail(context, row, { to: row.address, path: draftPath(id), when })
}

/** Composes the email with the link to a new access code; null if the request was not valid. */
export async function composeDraftCodeMail(context: Context, row: OutboxRow): Promise<Mail | null> {
  const link = await createCodeLink(context, row)
  if (!link) return null
  const when = formatLongInstant(link.expiresAt.toISOString(), row.language)
  return await composeLinkMail(context, row, {
    to: link.address,
    path: newDraftCodePath(row.params.draft ?? '', link.token),
    when,
  })
}

interface LinkMail {
  readonly to: string
  readonly path: string
  /** The link's expiry time as text. */
  readonly when: string
}

async function composeLinkMail(
  context: Context,
  row: OutboxRow,
  { to, path, when }: LinkMail,
): Promise<Mail> {
  const branding = await readMailBranding(context)
  const text = (key: string) =>
    context.texts.text(row.language, `mail:${key}`, { university: branding.name, when })
  return assembleMail({
    branding,
    row,
    // Greets without a name, since the address may have been mistyped and belong to someone else.
    text: (key) => text(key === 'greeting' ? 'greetingUnnamed' : key),
    parts: [
      { kind: 'text', text: text(`${row.kind}.body`) },
      {
        kind: 'link',
        address: `${context.config.publicOrigin}${path}`,
        label: text(`${row.kind}.action`),
        hint: text('linkHint'),
      },
      { kind: 'text', text: text(`${row.kind}.until`) },
      { kind: 'text', text: text(`${row.kind}.after`) },
    ],
    to: { name: '', address: to },
  })
}
