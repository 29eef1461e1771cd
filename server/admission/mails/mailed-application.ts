/** Reads the facts of an application that emails mention. Personal numbers are not selected, so no email can contain one. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import { columns, expr, inLanguageOf, notNull, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { RegistrationStatus, RequestedChange } from '#resources/admission/wire.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { applicationFeeDue } from '#server/computed.ts'

const f = table(fileTable, 'f')
const r = table(registrations, 'r')
const s = table(settings, 's')
const p = outerTable(specializations, 'p')
const a = outerTable(admissionSessions, 'a')

export interface MailedApplication {
  readonly id: string
  readonly reference: string
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly status: RegistrationStatus
  readonly reasonCode: string | null
  readonly issue: string | null
  readonly explanation: string | null
  readonly suggestion: string | null
  readonly changes: readonly RequestedChange[] | null
  readonly dueAt: string | null
  readonly enrolledAt: string | null
  readonly programme: string
  /** Degree of the programme; null if the programme was deleted. */
  readonly cycle: string | null
  readonly appealUntil: string | null
  /** Unpaid application fee; null if there is none. */
  readonly feeDue: number | null
  /** Names of the fields that have a document. */
  readonly documents: readonly string[]
  readonly university: string
  readonly officeEmail: string | null
  readonly officePhone: string | null
  readonly officeHours: string | null
}

/** Returns the application by id or by reference number; null if it does not exist or was erased. */
export async function findMailedApplication(
  queries: Queries,
  { id, reference }: { readonly id: string | null; readonly reference: string | null },
): Promise<MailedApplication | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(r, 'id', 'language', 'status', 'reasonCode', 'issue', 'suggestion', 'enrolledAt'),
      reference: r.referenceCode,
      name: expr<string>`concat_ws(' ', ${r.firstName}, ${r.lastName})`,
      email: r.personalEmail,
      explanation: r.issueExplanation,
      changes: r.requestedChanges,
      dueAt: r.updateDueAt,
      programme: notNull(inLanguageOf(p.name, r.language)),
      cycle: p.cycle,
      appealUntil: a.appealUntil,
      feeDue: expr<number | null>`${applicationFeeDue(r)}::float8`,
      documents: expr<
        readonly string[]
      >`array(select ${f.field} from ${f} where ${f.resource} = 'registrations' and ${f.record_id} = ${r.id} and ${f.claimed_at} is not null
         and ${f.replaced_at} is null)`,
      university: s.universityName,
      officeEmail: s.admissionEmail,
      officePhone: s.admissionPhone,
      officeHours: s.officeHours,
    })}
     from ${r} cross join ${s} left join ${p} on ${p.id} = ${r.specializationId}
       left join ${a} on ${a.id} = ${r.admissionSessionId}
     where ${r.erasedAt} is null and (${r.id} = ${id}::uuid or ${r.referenceCode} = ${reference}::text)`,
  )
  return row ?? null
}
