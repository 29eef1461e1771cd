import type { WireIntake } from '#model/admission/wire.ts'
import { admissionEndpoints, fillPath } from '#model/endpoints.ts'
import { type Language, languages } from '#model/vocabulary.ts'
import type { Context } from '#server/context.ts'
import { isOnSql } from '#server/session/brakes.ts'
import { newFormToken } from './form-token.ts'
import { closedBecause, readIntake } from './intake.ts'

interface Shown {
  university_name: string
  logo: string | null
  language: Language
  admission_email: string | null
  admission_phone: string | null
  website: string | null
  office_hours: string | null
  disable_updates: boolean
  retention_months: number
  braked: boolean
  rush: boolean
}

/** What anyone may know before applying: the university, whether it takes applications, and its active programmes. */
export async function readPublicConfig({ database, clock, keys, texts }: Context): Promise<WireIntake> {
  const now = clock.now()
  const [intake, [shown], departments, specializations] = await Promise.all([
    readIntake(database),
    database.query<Shown>(
      `select university_name, logo, language, admission_email, admission_phone, website, office_hours, disable_updates, retention_months, ${isOnSql('status', '$1')} as braked,
         ${isOnSql('submission', '$1')} as rush
       from settings`,
      [now.toISOString()],
    ),
    database.query<WireIntake['departments'][number]>('select id, name from departments where is_active order by name_key, id'),
    database.query<WireIntake['specializations'][number]>(
      `select s.id, s.code, s.name, s.department_profile_id as "departmentProfileId", s.cycle, s.language,
         s.years_of_study as "yearsOfStudy", s.total_credits as "totalCredits"
       from specializations s join departments d on d.id = s.department_profile_id
       where s.is_active and d.is_active order by s.name_key, s.id`,
    ),
  ])
  if (!shown) throw new Error('the settings are missing')
  const reason = closedBecause(intake, now)
  return {
    universityName: shown.university_name,
    logo: shown.logo && fillPath(admissionEndpoints.universityLogo.path, { id: shown.logo }),
    language: shown.language,
    admissionEmail: shown.admission_email,
    admissionPhone: shown.admission_phone,
    website: shown.website,
    officeHours: shown.office_hours,
    hasUsualHours: languages.some((language) => texts.text(language, 'public:footer.hours') === shown.office_hours),
    isOpen: reason === null,
    closedBecause: reason,
    session: intake.session,
    opensAt: intake.opens_at,
    closesAt: intake.closes_at,
    // While the brake is on, pages ask for the access code first.
    publicStatus: shown.braked && intake.public_status === 'minimal' ? 'code' : intake.public_status,
    acceptsUpdates: !shown.disable_updates,
    retentionMonths: shown.retention_months,
    now: now.toISOString(),
    formToken: newFormToken(keys, now, shown.rush),
    departments,
    specializations,
  }
}
