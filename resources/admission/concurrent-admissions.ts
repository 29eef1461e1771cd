/**
 * Concurrent admission sessions: which one accepts applications for a programme, and whether any is
 * open.
 */
import type { AdmissionDates } from './wire-dates.ts'
import type { WireIntake } from './wire-intake.ts'

/** Whether an admission session accepts applications, and its dates. */
export type AdmissionPeriod = AdmissionDates &
  Pick<WireIntake, 'isOpen' | 'closedReason' | 'session' | 'sessionNames'>

/**
 * The admission session for programmes of a degree: the one for that degree, otherwise the current
 * one.
 */
export const forDegree = <Current, Concurrent extends { readonly degree: string | null }>(
  current: Current,
  concurrent: readonly Concurrent[],
  cycle: string,
): Current | Concurrent => concurrent.find(({ degree }) => degree === cycle) ?? current

export const admissionForDegree = (intake: WireIntake, cycle: string): AdmissionPeriod =>
  forDegree(intake, intake.concurrentAdmissions, cycle)

/** Admission sessions that accept applications now. */
export const openAdmissions = (intake: WireIntake): AdmissionPeriod[] =>
  [intake, ...intake.concurrentAdmissions].filter(({ isOpen }) => isOpen)

/**
 * Time after the deadline during which the server still accepts an application that was started
 * earlier.
 */
const graceMs = 60_000

const acceptsApplications = ({ isOpen, closedReason, closesAt }: AdmissionPeriod, now: string) =>
  isOpen ||
  (closedReason === 'late' && closesAt !== null && Date.parse(now) < Date.parse(closesAt) + graceMs)

/**
 * Returns the data with only the programmes that still accept applications, including during the
 * grace period. Null if there are none.
 */
export function findOpenIntake(intake: WireIntake): WireIntake | null {
  if (![intake, ...intake.concurrentAdmissions].some((one) => acceptsApplications(one, intake.now)))
    return null
  const specializations = intake.specializations.filter(({ cycle }) =>
    acceptsApplications(admissionForDegree(intake, cycle), intake.now),
  )
  if (specializations.length === intake.specializations.length) return intake
  const departments = intake.departments.filter(({ id }) =>
    specializations.some((one) => one.departmentProfileId === id),
  )
  const { merit, ...rest } = intake
  return {
    ...rest,
    departments,
    specializations,
    ...(merit && specializations.some((one) => one.merit) && { merit }),
  }
}
