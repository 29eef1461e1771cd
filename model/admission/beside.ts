/** Admissions side by side: which takes the applications for a programme, and whether any does. */
import type { WireIntake } from './wire.ts'

/** Of one admission: whether it takes applications, and its dates. */
export type Standing = Pick<WireIntake, 'isOpen' | 'closedBecause' | 'session' | 'opensAt' | 'closesAt'>

/** The admission that takes the applications for programmes of a degree: the one of that degree, else the current one. */
export const takingFor = <Current, Beside extends { readonly degree: string | null }>(
  current: Current,
  beside: readonly Beside[],
  cycle: string,
): Current | Beside => beside.find(({ degree }) => degree === cycle) ?? current

export const admissionFor = (intake: WireIntake, cycle: string): Standing => takingFor(intake, intake.beside, cycle)

/** Those that take applications now. */
export const openAdmissions = (intake: WireIntake): Standing[] => [intake, ...intake.beside].filter(({ isOpen }) => isOpen)

/** Applicants who began before the end are let through for as long as the server lets them. */
const graceMs = 60_000

const isTaking = ({ isOpen, closedBecause, closesAt }: Standing, now: string) =>
  isOpen || (closedBecause === 'late' && closesAt !== null && Date.parse(now) < Date.parse(closesAt) + graceMs)

/** The same with the programmes alone that somebody who has begun can apply for; null where there are none. */
export function takingNow(intake: WireIntake): WireIntake | null {
  if (![intake, ...intake.beside].some((one) => isTaking(one, intake.now))) return null
  const specializations = intake.specializations.filter(({ cycle }) => isTaking(admissionFor(intake, cycle), intake.now))
  if (specializations.length === intake.specializations.length) return intake
  const departments = intake.departments.filter(({ id }) => specializations.some((one) => one.departmentProfileId === id))
  const { merit, ...rest } = intake
  return { ...rest, departments, specializations, ...(merit && specializations.some((one) => one.merit) && { merit }) }
}
