/**
 * Recent changes by the demo's staff, made through the record API, so that history and dashboard
 * have content.
 */
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { getResource } from '#resources/index.ts'
import type { DemoResource, DemoUniversity } from './demo-university.ts'
import { type DemoRow, itemInCycle } from './rows.ts'

type ChangeOf<N extends DemoResource> = {
  readonly by: Role
  readonly resource: N
  readonly id?: string
  /** A transition or action; absent: an update. */
  readonly action?: string
  readonly body: Partial<DemoRow<N>> & { readonly reason?: string }
}
type Change = { [N in DemoResource]: ChangeOf<N> }[DemoResource]

/**
 * Makes about twenty changes, the last a few minutes ago and the first the day before. Throws the
 * errors of the store.
 */
export async function makeRecentChanges(
  context: Context,
  university: DemoUniversity,
): Promise<void> {
  const records = recordsOf(context)
  for (const { by, resource, id, action, body } of changesOf(university, context.clock.now())) {
    const permit = authorize(callerOf(university, by, context), getResource(resource), 'update')
    if (action && id) await records.act(permit, { id, action, body })
    else await records.update(permit, id ? { id, ...body } : body)
  }
  await spreadOverTime(context)
}

export function callerOf(university: DemoUniversity, role: Role, { clock }: Context): Caller {
  const user = university.users.find(({ username }) => username === role)
  if (!user?.name) throw new Error(`the demo has no account for ${role}`)
  return {
    id: user.id,
    role,
    name: user.name,
    personId: null,
    sessionId: user.id,
    reauthenticatedAt: clock.now().toISOString(),
    language: 'ro',
  }
}

function changesOf(university: DemoUniversity, now: Date): Change[] {
  const { courses, departments, specializations, professors } = university
  const active = university.students.filter(({ status }) => status === 'active')
  const suspended = university.students.filter(({ status }) => status === 'suspended')
  const day = now.toISOString().slice(0, 10)
  const student = (index: number) => itemInCycle(active, index * 97 + 40)
  return [
    {
      by: 'admin',
      resource: 'settings',
      body: { maxStudentsPerCourse: 28, reason: 'Sălile din corpul C au 28 de locuri' },
    },
    {
      by: 'secretary',
      resource: 'departments',
      id: itemInCycle(departments, 3).id,
      body: { officeHours: 'Luni–joi, 09:00–16:00' },
    },
    { by: 'secretary', resource: 'students', id: student(1).id, body: { phone: '+40700112233' } },
    { by: 'secretary', resource: 'courses', id: itemInCycle(courses, 41).id, body: { hours: 70 } },
    {
      by: 'admin',
      resource: 'specializations',
      id: itemInCycle(specializations, 12).id,
      body: { placesFee: 25 },
    },
    {
      by: 'secretary',
      resource: 'students',
      id: student(2).id,
      body: { city: 'Gherla', address: 'Str. Bobâlna nr. 14' },
    },
    {
      by: 'secretary',
      resource: 'students',
      id: student(3).id,
      action: 'suspend',
      body: { statusReason: 'Mobilitate Erasmus de un semestru', statusSince: day },
    },
    {
      by: 'admin',
      resource: 'professors',
      id: itemInCycle(professors, 17).id,
      body: { academicTitle: 'associate' },
    },
    {
      by: 'secretary',
      resource: 'courses',
      id: itemInCycle(courses, 150).id,
      body: { assessment: 'project' },
    },
    {
      by: 'admin',
      resource: 'departments',
      id: itemInCycle(departments, 0).id,
      body: { budget: 4_920_000 },
    },
    {
      by: 'secretary',
      resource: 'students',
      id: itemInCycle(suspended, 2).id,
      action: 'resume',
      body: { statusReason: 'Reluarea studiilor', statusSince: day },
    },
    {
      by: 'secretary',
      resource: 'students',
      id: student(4).id,
      body: { emergencyContact: 'Dorina Hossu, +40700445566' },
    },
    {
      by: 'secretary',
      resource: 'specializations',
      id: itemInCycle(specializations, 3).id,
      body: { placesBudget: 20 },
    },
    {
      by: 'admin',
      resource: 'professors',
      id: itemInCycle(professors, 88).id,
      body: { office: 'F 305' },
    },
    {
      by: 'secretary',
      resource: 'courses',
      id: itemInCycle(courses, 233).id,
      action: 'deactivate',
      body: {},
    },
    {
      by: 'secretary',
      resource: 'students',
      id: student(5).id,
      body: { personalEmail: 'contact@posta.example' },
    },
    {
      by: 'secretary',
      resource: 'students',
      id: student(6).id,
      action: 'withdraw',
      body: { statusReason: 'Retragere la cerere', statusSince: day },
    },
    {
      by: 'admin',
      resource: 'university-classes',
      id: itemInCycle(university['university-classes'], 10).id,
      body: { capacity: 28 },
    },
    {
      by: 'admin',
      resource: 'settings',
      body: { maxStudentsPerCourse: 30, reason: 'Mobilier nou în corpul C' },
    },
    {
      by: 'secretary',
      resource: 'courses',
      id: itemInCycle(courses, 233).id,
      action: 'activate',
      body: {},
    },
  ]
}

/** Spaces the changes 47 minutes apart, because they were made within a second. */
async function spreadOverTime({ database }: Context): Promise<void> {
  await database.query(
    `update change set at = change.at - make_interval(mins => (4 + 47 * later)::int)
     from (select id, (row_number() over (order by at desc, id desc)) - 1 as later from change where resource <> 'registrations') as ranked where ranked.id = change.id`,
  )
}
