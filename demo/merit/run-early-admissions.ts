/**
 * Runs the rounds of the early admissions with the calls that staff, applicants and jobs make, at
 * the times at which they happened.
 */
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { worseGroups } from '#resources/calls/ranking.ts'
import { registrations } from '#resources/registrations.ts'
import { fileResultAppeal } from '#server/admission/applicant/applicant-routes.ts'
import { withdrawByApplicant } from '#server/admission/applicant/withdraw.ts'
import { applyReleasedDrafts } from '#server/admission/ranking/apply-released.ts'
import {
  confirmApplicantPlace,
  revokeUnconfirmedPlaces,
} from '#server/admission/ranking/confirm.ts'
import { readPlaceQuestion } from '#server/admission/ranking/place-question.ts'
import { openGroupMembers } from '#server/admission/ranking/results.ts'
import { runDueDrafts } from '#server/admission/ranking/run.ts'
import { endWaitingLists } from '#server/admission/ranking/waiting-lists.ts'
import { createDemoCalendar } from '../calendar.ts'
import type { DemoUniversity } from '../demo-university.ts'
import { callerOf } from '../recent-changes.ts'
import {
  dayAt,
  daysPerYear,
  type EarlyAdmissions,
  type EarlyApplication,
  earlyDays,
} from './early-admissions.ts'

type StoreLate = (queries: Queries, late: EarlyAdmissions['late']) => Promise<void>

export async function runEarlyAdmissions(
  context: Context,
  university: DemoUniversity,
  storeLate: StoreLate,
): Promise<void> {
  const { ids, rounds, programmes, late, sessions } = university.early
  const calendar = createDemoCalendar(context.clock.now())
  let now = calendar.now
  // A context of its own, because the records of a database keep their clock.
  const past: Context = {
    ...context,
    database: { ...context.database },
    clock: { now: () => new Date(now) },
  }
  const { database } = past
  const records = recordsOf(past)
  const admin = () => callerOf(university, 'admin', past)
  const secretary = () => callerOf(university, 'secretary', past)
  const [lastRound, firstRound, secondRound] = rounds

  const goTo = async (days: number, hours: number) => {
    now = Date.parse(dayAt({ calendar }, days, hours))
    // The changes of later days would make the clock look wrong.
    await database.query(
      `insert into meta (key, value) values ('knownTime', $1) on conflict (key) do update set value = excluded.value`,
      [new Date(now).toISOString()],
    )
  }
  const computeDraft = async (round: { readonly id: string } | undefined) => {
    const permit = authorize(admin(), admissionDrafts, 'create')
    const { id } = await records.insert(permit, { admissionRoundId: round?.id })
    await runDueDrafts(past)
    return id
  }
  const release = async (id: string) => {
    for (const group of worseGroups) await openGroupMembers(past, admin(), id, { group })
    await records.act(authorize(admin(), admissionDrafts, 'update'), {
      ...{ id, action: 'release', body: { readGroups: worseGroups } },
    })
    // Longer than the hold.
    now += 3_600_000
    await applyReleasedDrafts(past)
  }
  const confirm = async (name: EarlyApplication, answer: 'keep' | 'moveUp' | 'pay' = 'keep') => {
    const question = await readPlaceQuestion(database, ids[name], new Date(now))
    if (!question) throw new Error(`${name} has no place to confirm`)
    const { higher, shown } = question.wire
    const agreedToPay = answer === 'pay'
    const mode = answer === 'keep' ? 'keep' : 'moveUp'
    const consented =
      mode === 'keep' ? [] : higher.filter(({ costsMore }) => agreedToPay || !costsMore)
    await confirmApplicantPlace(past, ids[name], { mode, consented, agreedToPay, shown })
  }
  const act = (name: EarlyApplication, action: string) =>
    records.act(authorize(secretary(), registrations, 'update'), {
      ...{ id: ids[name], action, body: {} },
    })
  const upholdAppeal = async (name: EarlyApplication) => {
    await fileResultAppeal(past, ids[name], 'Vă rog să recorectați subiectul al doilea.')
    const [appeal] = await database.query<{ id: string }>(
      'select id from admission_appeals where registration_id = $1',
      [ids[name]],
    )
    now += 3_600_000
    await records.act(authorize(secretary(), admissionAppeals, 'act'), {
      ...{ id: appeal?.id ?? '', action: 'change' },
      body: { grade: 'examGrade', newValue: 9.5, answer: 'Punctajul subiectului a fost corectat.' },
    })
  }
  const updateProgramme = (code: string, values: object) => {
    const specialization = university.specializations.find((one) => one.code === code)
    const programme = programmes.find(
      ({ admissionSessionId, specializationId }) =>
        admissionSessionId === firstRound?.admissionSessionId &&
        specializationId === specialization?.id,
    )
    return records.update(authorize(admin(), admissionProgrammes, 'update'), {
      ...{ id: programme?.id, ...values },
    })
  }

  const [firstResults, secondResults] = earlyDays.results
  await goTo(firstResults - daysPerYear, 8)
  await release(await computeDraft(lastRound))
  await confirm('wonLastYear')
  await goTo(firstResults - daysPerYear + 10, 1)
  await endWaitingLists(past)

  await goTo(firstResults, 8)
  await release(await computeDraft(firstRound))
  await goTo(firstResults + 1, 9)
  for (const name of ['keepsFirst', 'keepsSecond', 'keepsLaw'] as const) await confirm(name)
  for (const name of ['movesUp', 'floats'] as const) await confirm(name, 'moveUp')
  await confirm('movesUpToPay', 'pay')
  await withdrawByApplicant(past, ids.leavesLaw)
  await goTo(firstResults + 8, 1)
  await revokeUnconfirmedPlaces(past)
  await act('waitsBehindKept', 'checkGrades')

  await goTo(secondResults, 8)
  await release(await computeDraft(secondRound))
  await goTo(secondResults + 1, 9)
  await withdrawByApplicant(past, ids.leavesMathematics)
  await upholdAppeal('appeals')
  await runDueDrafts(past)
  const [corrected] = await database.query<{ id: string }>(
    `select id from admission_drafts where admission_round_id = $1 and state = 'ready'`,
    [secondRound?.id],
  )
  await goTo(secondResults + 2, 8)
  await release(corrected?.id ?? '')

  await goTo(secondResults + 2, 10)
  await database.transaction((queries) => storeLate(queries, late))
  now += 3_600_000
  await act('isReady', 'startReview')
  await act('isReady', 'checkGrades')

  // A draft that is not released yet, with every change that a release can have.
  await goTo(secondResults + 2, 14)
  await fileResultAppeal(past, ids.movesDown, 'Vă rog să verificați punctajul total.')
  await updateProgramme('DRE', { placesBudget: 3 })
  await updateProgramme('MAN', { ties: 'lot', changeReason: 'Hotărârea Senatului nr. 12' })
  await upholdAppeal('isBlocked')
  await runDueDrafts(past)

  // The emails of past days are not sent again.
  await database.query(
    `delete from outbox_mail where record_id in (select id from registrations where admission_session_id = any($1::uuid[]))`,
    [sessions.map(({ id }) => id)],
  )
  await database.query(`delete from meta where key = 'knownTime'`)
}
