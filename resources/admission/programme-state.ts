/** Whether applicants can apply for a programme now. */
import type { AdmissionOverview, WireProgramme } from './admission-overview.ts'
import { admissionForDegree } from './concurrent-admissions.ts'
import type { WireIntake } from './wire-intake.ts'

export type ProgrammeState =
  | { readonly name: 'open' }
  | { readonly name: 'opens'; readonly at: string }
  | {
      readonly name: 'closed'
      /** When applications closed, and when they open again; null if that is not known. */
      readonly closedAt: string | null
      readonly opensAt: string | null
    }

/** The state of applications for a programme, from its admission session and the next one. */
export function programmeState(
  intake: WireIntake,
  { next }: AdmissionOverview,
  { code, cycle }: WireProgramme,
): ProgrammeState {
  const isNextFor = next !== null && (next.degree === null || next.degree === cycle)
  const opensAt = isNextFor ? next.opensAt : null
  const isOffered = intake.specializations.some((one) => one.code === code)
  if (!isOffered || intake.closedReason === 'stopped')
    return opensAt && !isOffered
      ? { name: 'opens', at: opensAt }
      : { name: 'closed', closedAt: null, opensAt: null }
  const admission = admissionForDegree(intake, cycle)
  if (admission.isOpen) return { name: 'open' }
  if (admission.closedReason === 'early' && admission.opensAt)
    return { name: 'opens', at: admission.opensAt }
  const closedAt = admission.closedReason === 'late' ? admission.closesAt : null
  return { name: 'closed', closedAt, opensAt }
}

/** Number of programmes that accept applications. */
export const openProgrammeCount = (intake: WireIntake) =>
  intake.specializations.filter(({ cycle }) => admissionForDegree(intake, cycle).isOpen).length
