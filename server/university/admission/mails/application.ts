/** What mails say of an application. Numbers that identify a person are not read at all, so that no mail can hold one. */
import type { RegistrationStatus, RequestedChange } from '#model/admission/wire.ts'
import type { Language } from '#model/vocabulary.ts'
import type { Queries } from '#server/engine/database/database.ts'

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
  /** The degree that it leads to; null where the programme is gone. */
  readonly cycle: string | null
  readonly appealUntil: string | null
  /** Names of the fields whose documents are there. */
  readonly documents: readonly string[]
  readonly university: string
  readonly officeEmail: string | null
  readonly officePhone: string | null
  readonly officeHours: string | null
}

/** The application by id or, where a stranger asked, by reference; null where there is none, or it was erased. */
export async function mailedApplication(
  queries: Queries,
  { id, reference }: { readonly id: string | null; readonly reference: string | null },
): Promise<MailedApplication | null> {
  const [row] = await queries.query<MailedApplication>(
    `select r.id, r.reference_code as reference, concat_ws(' ', r.first_name, r.last_name) as name, r.personal_email as email, r.language,
       r.status, r.reason_code as "reasonCode", r.issue, r.issue_explanation as explanation, r.suggestion, r.requested_changes as changes,
       r.update_due_at as "dueAt", r.enrolled_at as "enrolledAt", p.name as programme, p.cycle, a.appeal_until as "appealUntil",
       array(select f.field from file f where f.resource = 'registrations' and f.record_id = r.id and f.claimed_at is not null
         and f.replaced_at is null) as documents,
       s.university_name as university, s.admission_email as "officeEmail", s.admission_phone as "officePhone", s.office_hours as "officeHours"
     from registrations r cross join settings s left join specializations p on p.id = r.specialization_id
       left join admission_sessions a on a.id = r.admission_session_id
     where r.erased_at is null and (r.id = $1::uuid or r.reference_code = $2::text)`,
    [id, reference],
  )
  return row ?? null
}
