import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireMail, WireMailPage, WireOpenMail } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { mailRecipientSql, mailSecretPatterns } from '../database/pack-contributions.ts'
import { failedAfterOf, failedSince, type OutboxRow } from '../mail/outbox.ts'
import { readEml } from '../ports/eml-mail.ts'
import { hasRecentPassword } from '../session/reauthentication.ts'
import { readBranding } from './branding.ts'
import { notificationText } from './compose-notification.ts'

/**
 * Returns an email with its text, where emails are stored as files. Links and codes that open an
 * account or a record are masked, except for an administrator who has just entered the password.
 * Throws `record.missing` if the email or its text does not exist.
 */
export async function readMail(
  context: Context,
  caller: Caller,
  id: string,
): Promise<WireOpenMail> {
  const [row] = await context.database.query<MailRow>(`${selectMails(context)} and m.id = $1`, [id])
  const text = row && !context.config.smtpUrl ? await readEml(context.config.dataDir, id) : null
  if (!row || text === null) throw new AppError('record.missing')
  const visibleText = hasRecentPassword(caller, context.clock.now())
    ? text
    : maskSecrets(context, text)
  return {
    ...toWire(context, row, (await readBranding(context)).name),
    text: visibleText,
    isMasked: visibleText !== text,
  }
}

/** The token after `#` in a link. */
const linkToken = /(?<=#[a-z]+=)[\w-]{20,}/g
const maskSecrets = ({ registry }: Context, text: string) =>
  [linkToken, ...mailSecretPatterns(registry)].reduce(
    (rest, secret) => rest.replace(secret, '…'),
    text,
  )

interface MailRow {
  id: string
  kind: string
  language: Language
  subject: string | null
  params: OutboxRow['params']
  recipient: string | null
  reference: string | null
  created_at: string
  sent_at: string | null
  state: WireMail['state']
  attempts: number
  last_error: string | null
}

/**
 * Excludes emails without a recipient, because they show only addresses that strangers have tried.
 */
const selectMails = ({
  registry,
}: Context) => `select m.id, m.kind, m.language, m.subject, m.params, coalesce(m.address, u.email, r.address) as recipient,
    coalesce(r.reference, '') as reference, m.created_at, m.sent_at, m.state,
    m.attempts, m.last_error
  from outbox_mail m left join users u on u.id = m.user_id
    left join lateral (${mailRecipientSql(registry, 'm.record_id')}) r on true where m.state <> 'dropped'`

/** A page of the outbox, or of its emails that recently failed permanently. */
interface MailQuery {
  readonly pageNumber: number
  readonly pageSize: number
  readonly view?: 'failed' | undefined
}

/** Returns a page of the outbox, newest first. */
export async function readMailPage(
  context: Context,
  { pageNumber, pageSize, view }: MailQuery,
): Promise<WireMailPage> {
  const { database } = context
  const failedAfter = view === 'failed' ? failedAfterOf(context.clock.now()) : null
  const rows = await database.query<MailRow>(
    `${selectMails(context)} and ($3::timestamptz is null or ${failedSince('m', '$3')})
     order by m.created_at desc, m.id desc limit $1::bigint offset $2::bigint`,
    [pageSize, (pageNumber - 1) * pageSize, failedAfter],
  )
  const [countRow] = await database.query<{ total: number }>(
    `select count(*) as total from outbox_mail m where m.state <> 'dropped'
     and ($1::timestamptz is null or ${failedSince('m', '$1')})`,
    [failedAfter],
  )
  const university = (await readBranding(context)).name
  return {
    totalCount: countRow?.total ?? 0,
    page: pageNumber,
    pageSize,
    list: rows.map((row) => toWire(context, row, university)),
    hasServer: context.config.smtpUrl !== undefined,
  }
}

/** Counts the emails that recently failed permanently. */
export async function countFailedMails({ database, clock }: Context): Promise<number> {
  const [row] = await database.query<{ failed: number }>(
    `select count(*) as failed from outbox_mail m where ${failedSince('m', '$1')}`,
    [failedAfterOf(clock.now())],
  )
  return row?.failed ?? 0
}

const notificationTextOf = (texts: Context['texts'], { kind, language, params }: MailRow) =>
  kind === 'notification' ? notificationText({ texts }, language, params) : ''

const toWire = ({ texts }: Context, row: MailRow, university: string): WireMail => ({
  id: row.id,
  kind: row.kind,
  to: row.recipient ?? '',
  subject:
    row.subject ??
    texts.text(row.language, `mail:${row.kind}.subject`, {
      university,
      reference: row.reference ?? '',
      news: notificationTextOf(texts, row),
    }),
  at: row.sent_at ?? row.created_at,
  state: row.state,
  attempts: row.attempts,
  error: row.last_error,
})
