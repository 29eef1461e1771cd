import { pagePaths } from '@matricola/schema/paths.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import type { Mail } from '@matricola/server/ports/mail.ts'
import { oneLine } from '@matricola/server/ports/outgoing-mail.ts'
import { assembleMail } from '@matricola/server/services/assemble-mail.ts'
import { readMailBranding } from '@matricola/server/services/mail-branding.ts'
import type { Account } from '@matricola/server/session/accounts.ts'
import {
  equalsLiteral,
  expr,
  isOneOfLiterals,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'

const registration = table(registrations)

/**
 * Composes the morning digest for staff: the number of waiting applications per status. Returns
 * null if none wait.
 */
export async function composeDigest(
  context: Context,
  row: OutboxRow,
  account: Account,
): Promise<Mail | null> {
  const counts = await countWaiting(context.database)
  if (Object.values(counts).every((count) => count === 0)) return null
  const branding = await readMailBranding(context)
  const params = { name: oneLine(account.name), university: branding.name }
  const text = (key: string) => context.texts.text(row.language, `mail:${key}`, params)
  const { list } = pagePaths(registrations, account.role)
  return assembleMail({
    branding,
    row,
    text,
    to: { name: account.name, address: account.email },
    parts: [
      { kind: 'text', text: text('waitingDigest.body') },
      {
        kind: 'facts',
        facts: Object.entries(counts).map(([name, count]) => [
          text(`waitingDigest.${name}`),
          String(count),
        ]),
      },
      {
        kind: 'link',
        address: `${context.config.publicOrigin}${list}`,
        label: text('waitingDigest.action'),
        hint: text('linkHint'),
      },
      { kind: 'text', text: text('waitingDigest.after') },
    ],
  })
}

interface Waiting {
  readonly submitted: number
  readonly underReview: number
  readonly answered: number
  readonly overdue: number
}

async function countWaiting(queries: Queries): Promise<Waiting> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      submitted: expr<number>`count(*) filter (where ${equalsLiteral(registration.status, 'submitted')})`,
      underReview: expr<number>`count(*) filter (where ${equalsLiteral(registration.status, 'under_review')})`,
      answered: expr<number>`count(*) filter (where ${equalsLiteral(registration.status, 'in_progress')})`,
      overdue: expr<number>`count(*) filter (where ${equalsLiteral(registration.status, 'update_requested')} and ${registration.overdueAt} is not null)`,
    })}
     from ${registration} where ${isOneOfLiterals(registration.status, ['submitted', 'under_review', 'in_progress', 'update_requested'])}`,
  )
  return row ?? { submitted: 0, underReview: 0, answered: 0, overdue: 0 }
}
