import type { WireIntake } from '#model/admission/wire.ts'
import { admissionEndpoints, fillPath } from '#model/endpoints.ts'
import { type Language, languages } from '#model/vocabulary.ts'
import { type Colors, faceStyle } from '#server/engine/actions/university-face.ts'
import type { Context } from '#server/engine/context.ts'
import { isOnSql } from '#server/engine/session/brakes.ts'
import { newFormToken } from './form-token.ts'
import { closedBecause, type Intake, intakeSql } from './intake.ts'

interface Shown extends Intake, Colors {
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
export const readPublicConfig = async (context: Context): Promise<WireIntake> => (await readUniversity(context)).intake

/** The same for a page, with the university's own styles. The settings are read once. */
export async function readUniversity({ database, clock, keys, texts }: Context): Promise<{ intake: WireIntake; style: string }> {
  const now = clock.now()
  const [[shown], departments, specializations] = await Promise.all([
    database.query<Shown>(
      `select ${intakeSql.columns}, s.university_name, s.logo, s.language, s.admission_email, s.admission_phone, s.website, s.office_hours,
         s.disable_updates, s.retention_months, s.color_on_light as "colorOnLight", s.color_on_dark as "colorOnDark",
         ${isOnSql('status', '$1')} as braked, ${isOnSql('submission', '$1')} as rush
       from ${intakeSql.from}`,
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
  const reason = closedBecause(shown, now)
  const intake: WireIntake = {
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
    session: shown.session,
    opensAt: shown.opens_at,
    closesAt: shown.closes_at,
    // While the brake is on, pages ask for the access code first.
    publicStatus: shown.braked && shown.public_status === 'minimal' ? 'code' : shown.public_status,
    acceptsUpdates: !shown.disable_updates,
    retentionMonths: shown.retention_months,
    now: now.toISOString(),
    formToken: newFormToken(keys, now, shown.rush),
    departments,
    specializations,
  }
  return { intake, style: faceStyle(shown) }
}
