import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrations } from '#resources/registrations.ts'
import { transitionNames } from '#server/admission/review/transition-values.ts'
import { type AdmissionApp, reviewTexts, startAdmissionApp } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'

const states = [
  'submitted',
  'under_review',
  'update_requested',
  'in_progress',
  'accepted',
  'declined',
] as const
type State = (typeof states)[number]

/**
 * Transitions between application states, written by hand from decision 15. S: both staff roles. A:
 * admins only.
 */
const table: { readonly [S in State]: { readonly [T in State]?: 'S' | 'A' } } = {
  submitted: { under_review: 'S', update_requested: 'S', declined: 'S' },
  under_review: { submitted: 'S', update_requested: 'S', accepted: 'S', declined: 'S' },
  update_requested: { in_progress: 'S', under_review: 'S', declined: 'S' },
  in_progress: { under_review: 'S', update_requested: 'S', accepted: 'S', declined: 'S' },
  accepted: { declined: 'A', under_review: 'A' },
  declined: { under_review: 'A' },
}

/** Every input that a transition to this state may need. */
const inputFor = (to: State, from: State): object => {
  if (to === 'update_requested') return reviewTexts.request
  if (to === 'declined') return { reasonCode: 'not_eligible', issueExplanation: reviewTexts.text }
  const needsWords = from === 'accepted' || from === 'declined' || from === 'update_requested'
  return needsWords ? { issueExplanation: reviewTexts.text } : {}
}

test('every declared transition has its event', () => {
  expect([...transitionNames].sort()).toEqual(
    Object.keys(registrations.workflow?.transitions ?? {}).sort(),
  )
})

describe.each(engines)('the transitions of a registration on $engine', ({ open }) => {
  let office: AdmissionApp
  beforeAll(async () => {
    office = await startAdmissionApp(open)
  })
  afterAll(() => office.close())

  const cells = states.flatMap((from) =>
    states.filter((to) => to !== from).map((to): [State, State] => [from, to]),
  )
  test.each(cells)(
    'from %s to %s are open to the roles in the table and no others (R-T06)',
    async (from, to) => {
      const allowedRoles = table[from][to]
      for (const caller of [office.ana, office.admin]) {
        const { id } = await office.addApplication(from, {
          assignedToId: from === 'under_review' ? caller.id : null,
        })
        const answer = await office.updateStatus(caller, { id, status: to, ...inputFor(to, from) })
        if (allowedRoles === 'S' || (allowedRoles === 'A' && caller.role === 'admin')) {
          expect([caller.role, answer.status, answer.data.status]).toEqual([caller.role, 200, to])
          continue
        }
        expect([caller.role, answer.status, answer.failure.code]).toEqual([
          caller.role,
          409,
          'transition.refused',
        ])
        const allowed = Object.entries(table[from]).filter(
          ([, roles]) => roles === 'S' || caller.role === 'admin',
        )
        expect([...(answer.failure.allowed ?? [])].sort()).toEqual(
          allowed.map(([state]) => state).sort(),
        )
        expect(await office.getApplication(id)).toMatchObject({ status: from, version: 2 })
      }
      const { id } = await office.addApplication(from)
      for (const [caller, status] of [
        [office.professor, 403],
        [office.student, 403],
        [null, 401],
      ] as const)
        expect(
          (await office.updateStatus(caller, { id, status: to, ...inputFor(to, from) })).status,
        ).toBe(status)
      expect(await office.getApplication(id)).toMatchObject({ status: from })
    },
  )
})
