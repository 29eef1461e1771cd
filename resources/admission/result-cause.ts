/** Why a place became worse or was withdrawn, in words for its applicant. */

import { numberFormat } from '@matricola/schema/values/intl-formats.ts'
import type { CauseDetails, ResultCause } from './ranking.ts'

export interface CauseTexts {
  readonly language: string
  text(key: string, values?: { readonly [name: string]: string }): string
}

/** Returns the sentence. It says nothing about who another applicant is. */
export function causeInWords(
  { cause, details }: { readonly cause: ResultCause; readonly details: CauseDetails },
  { language, text }: CauseTexts,
): string {
  const { grade, old, new: now, groups = [] } = details
  const number = (value: number) =>
    numberFormat(language, { maximumFractionDigits: 2 }).format(value)
  if (cause === 'several' && groups.length > 0) {
    const list = new Intl.ListFormat(language, { type: 'conjunction' })
    const words = groups.map((group) => text(`averages:causes.groups.${group}`))
    return text('averages:causes.several', { list: list.format(words) })
  }
  const hasNumbers = old !== undefined && now !== undefined
  if (cause === 'placesReduced' && hasNumbers)
    return text('averages:causes.placesReduced', { old: number(old), new: number(now) })
  if (cause === 'ownGrade' && hasNumbers && grade !== undefined)
    return text('averages:causes.ownGrade', {
      grade: text(`resources:registrations.fields.${grade}`),
      ...{ old: number(old), new: number(now) },
    })
  return text(
    `averages:causes.${cause === 'several' || cause === 'placesReduced' || cause === 'ownGrade' ? (`${cause}Unnamed` as const) : cause}`,
  )
}
