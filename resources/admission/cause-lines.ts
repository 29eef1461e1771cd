/** Why a place became worse or was withdrawn, in words for the office. */

import { numberFormat } from '@matricola/schema/values/intl-formats.ts'
import type { CauseDetails, ResultCause } from './ranking.ts'
import type { CauseTexts } from './result-cause.ts'

interface StaffCause {
  readonly cause: ResultCause | null
  readonly causeDetails: CauseDetails | null
}

/** Returns the cause, then the value that changed or the groups of data that did; empty if none. */
export function causeLines(
  { cause, causeDetails }: StaffCause,
  { language, text }: CauseTexts,
): readonly string[] {
  if (!cause) return []
  const { grade, old, new: current, groups = [] } = causeDetails ?? {}
  const lines = [text(`ranking:release.causes.${cause}`)]
  if (old !== undefined && current !== undefined) {
    const number = (value: number) =>
      numberFormat(language, { maximumFractionDigits: 10 }).format(value)
    const changed = text('ranking:release.changed', { old: number(old), new: number(current) })
    lines.push(grade ? `${text(`resources:registrations.fields.${grade}`)}: ${changed}` : changed)
  }
  if (groups.length > 0)
    lines.push(groups.map((one) => text(`ranking:release.causes.${one}`)).join('; '))
  return lines
}
