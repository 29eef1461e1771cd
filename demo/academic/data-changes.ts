/** Data changes requested by students. */
import { createRecordBase, type DemoRow, type DemoTools } from '../rows.ts'
import type { Student } from '../students.ts'

const dayMs = 86_400_000
const requestedChanges = [
  {
    subject: 'lastName',
    wanted: 'Popescu',
    explanation: 'Mi-am schimbat numele prin căsătorie; certificatul este la secretariat.',
    daysAgo: 2,
  },
  {
    subject: 'firstName',
    wanted: 'Ștefan-Andrei',
    explanation: 'În actul de identitate prenumele este scris cu cratimă.',
    daysAgo: 5,
  },
  {
    subject: 'email',
    wanted: 'adresa.noua@student.matricola.example',
    explanation: 'Adresa conține o greșeală de scriere.',
    daysAgo: 9,
  },
] as const

/** Generates a few open requests by students of different programmes. */
export const makeDataChanges = (
  students: readonly Student[],
  now: Date,
  tools: DemoTools,
): DemoRow<'data-changes'>[] => {
  const active = students.filter(({ status }) => status === 'active')
  return requestedChanges.map(({ daysAgo, ...request }, i) => {
    const base = createRecordBase(tools, now.getTime() - daysAgo * dayMs)
    return {
      ...base,
      ...request,
      studentId: active[i * 211]?.id ?? '',
      status: 'requested',
      requestedAt: base.createdAt,
    }
  })
}
