/** Concurrent admission sessions: which one accepts applications for a programme, and whether any is open. */
import type { WireIntake } from './wire.ts'

/** Whether an admission session accepts applications, and its dates. */
export type Standing = Pick<WireIntake, 'isOpen' | 'closedBecause' | 'session' | 'opensAt' | 'closesAt'>

/** The admission session for programmes of a degree: the one for that degree, otherwise the current one. */
export const takingFor = <Current, Beside extends { readonly degree: string | null }>(
  current: Current,
  beside: readonly Beside[],
  cycle: string,
): Current | Beside => beside.find(({ degree }) => degree === cycle) ?? current

export const admissionFor = (intake: WireIntake, cycle: string): Standing => takingFor(intake, intake.beside, cycle)

/** Admission sessions that accept applications now. */
export const openAdmissions = (intake: WireIntake): Standing[] => [intake, ...intake.beside].filter(({ isOpen }) => isOpen)

/** How long after the deadline the server still accepts an application that was started before. */
const graceMs = 60_000

const isTaking = ({ isOpen, closedBecause, closesAt }: Standing, now: string) =>
  isOpen || (closedBecause === 'late' && closesAt !== null && Date.parse(now) < Date.parse(closesAt) + graceMs)

/** The same data with only the programmes that can still be applied for, including the grace period; null if there are none. */
export function takingNow(intake: WireIntake): WireIntake | null {
  if (![intake, ...intake.beside].some((one) => isTaking(one, intake.now))) return null
  const specializations = intake.specializations.filter(({ cycle }) => isTaking(admissionFor(intake, cycle), intake.now))
  if (specializations.length === intake.specializations.length) return intake
  const departments = intake.departments.filter(({ id }) => specializations.some((one) => one.departmentProfileId === id))
  const { merit, ...rest } = intake
  return { ...rest, departments, specializations, ...(merit && specializations.some((one) => one.merit) && { merit }) }
}
