import type { WireIntake } from '#model/admission/wire.ts'
import type { WireMerit } from '#model/admission/wire-merit.ts'
import { faceEndpoints, fillPath } from '#model/wire/endpoints.ts'
import { departments } from '#resources/departments.ts'
import { specializations } from '#resources/specializations.ts'
import type { Context } from '#server/engine/context.ts'
import { jsonOf } from '#server/engine/database/values.ts'
import { faceStyle } from '#server/engine/services/university-face.ts'
import { isOnSql } from '#server/engine/session/brakes.ts'
import { columns, inEveryLanguage, pick, run, type Said, sql, table, written } from '#server/engine/sql/typed.ts'
import { hasUsualHours } from '#server/university/admission/usual-hours.ts'
import { newFormToken } from './form-token.ts'
import { closedBecause, type Intake, intakeColumns, intakeFor, intakesOf, intakeTables, offers, rules } from './intake.ts'
import { readMerit } from './intake-merit.ts'

const d = table(departments, 'd')
const s = table(specializations, 's')

/** Returns the public facts for applicants: the university, whether it accepts applications, and its active programmes. */
export const readPublicConfig = async (context: Context): Promise<WireIntake> => (await readUniversity(context)).intake

/** Returns the same with the university's styles, for a prerendered page, from one read of the settings. */
export async function readUniversity({ database, clock, keys, texts }: Context): Promise<{ intake: WireIntake; style: string }> {
  const now = clock.now()
  const [settings, departments, specializations] = await Promise.all([
    run(
      database,
      sql`select ${pick({
        ...intakeColumns,
        ...columns(
          rules,
          'universityName',
          'logo',
          'language',
          'admissionEmail',
          'admissionPhone',
          'website',
          'officeHours',
          'disableUpdates',
          'retentionMonths',
          'colorOnLight',
          'colorOnDark',
        ),
        rush: written<boolean>((parameters) => isOnSql('submission', parameters.add(now.toISOString()))),
      })} from ${intakeTables}`,
    ),
    run(
      database,
      sql`select ${pick({ ...columns(d, 'id', 'name'), names: inEveryLanguage(d.name) })} from ${d} where ${d.isActive} order by ${d.nameKey}, ${d.id}`,
    ),
    run(
      database,
      sql`select ${pick({
        ...columns(s, 'id', 'code', 'name', 'departmentProfileId', 'cycle', 'language', 'yearsOfStudy', 'totalCredits'),
        names: inEveryLanguage(s.name),
      })}
       from ${s} join ${d} on ${d.id} = ${s.departmentProfileId}
       where ${s.isActive} and ${d.isActive} order by ${s.nameKey}, ${s.id}`,
    ),
  ])
  const intakes = intakesOf(settings)
  const [shown] = settings
  if (!shown) throw new Error('the settings are missing')
  const offered = specializations.filter(({ cycle }) => offers(intakeFor(intakes, cycle), cycle))
  const sessions = new Map(offered.map(({ id, cycle }) => [id, intakeFor(intakes, cycle).admissionSessionId]))
  const merit = await readMerit(database, texts, sessions)
  const [current, ...beside] = intakes
  const intake: WireIntake = {
    universityName: shown.universityName,
    logo: shown.logo && fillPath(faceEndpoints.logo.path, { id: shown.logo }),
    language: shown.language,
    admissionEmail: shown.admissionEmail,
    admissionPhone: shown.admissionPhone,
    website: shown.website,
    officeHours: shown.officeHours,
    hasUsualHours: hasUsualHours(texts, shown.officeHours),
    ...standing(current, now),
    beside: beside.flatMap((one) => (one.degree === null ? [] : [{ degree: one.degree, ...standing(one, now) }])),
    publicStatus: shown.publicStatus,
    acceptsUpdates: !shown.disableUpdates,
    retentionMonths: shown.retentionMonths,
    now: now.toISOString(),
    formToken: newFormToken(keys, now, shown.rush),
    departments: (offered.length === specializations.length
      ? departments
      : departments.filter(({ id }) => offered.some((one) => one.departmentProfileId === id))
    ).map(withNames),
    specializations: offered.map((one) => ({ ...withNames(one), ...meritOf(merit.programmes.get(one.id)) })),
    ...merit.shared,
  }
  return { intake, style: faceStyle(shown) }
}

function standing(intake: Intake, now: Date) {
  const reason = closedBecause(intake, now)
  const { session, opensAt, closesAt } = intake
  return { isOpen: reason === null, closedBecause: reason, session, opensAt, closesAt }
}

const meritOf = (merit: WireMerit | undefined) => (merit ? { merit } : {})

const withNames = <T extends { readonly names: Said | null }>(row: T): T => ({ ...row, names: jsonOf(row.names) })
