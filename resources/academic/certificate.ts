/** Certificates: verification codes and contents. */

import { compactCode } from '@matricola/schema/values/characters.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { accessCodeAlphabet as alphabet } from '../admission/access-code.ts'
import type { StudyRecord } from './study-record.ts'

export type { WireVerification } from './verification.ts'

/** Number of random characters in a code (55 bits). A check character follows. */
export const certificateRandomLength = 11
const groupLength = 4

/**
 * The check character (Luhn mod N with 32 characters). Detects every wrong character and nearly
 * every transposition.
 */
function checkCharacter(random: string): string {
  let sum = 0
  for (const [index, character] of [...random].reverse().entries()) {
    const weighted = alphabet.indexOf(character) * (index % 2 === 0 ? 2 : 1)
    sum += Math.floor(weighted / alphabet.length) + (weighted % alphabet.length)
  }
  return alphabet.charAt((alphabet.length - (sum % alphabet.length)) % alphabet.length)
}

/** The code for the random characters, with its check character: `7KQF-3MZD-4XB9`. */
export const toCertificateCode = (random: string) =>
  (`${random}${checkCharacter(random)}`.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')

/**
 * Normalizes a typed code: ignores case and hyphens, reads O as 0, I and L as 1. Null if it is not
 * a valid code.
 */
export function normalizeCertificateCode(text: string): string | null {
  const code = compactCode(text).replaceAll('O', '0').replace(/[IL]/g, '1')
  if (
    code.length !== certificateRandomLength + 1 ||
    ![...code].every((character) => alphabet.includes(character))
  )
    return null
  const completeCode = toCertificateCode(code.slice(0, -1))
  return completeCode.endsWith(code.slice(-1)) ? completeCode : null
}

/**
 * Contents of a certificate at the time of issue. They never change, and the PDF is generated from
 * them alone.
 */
export interface CertificateContent {
  readonly universityName: string
  /**
   * The university's language when the certificate was issued; absent in certificates from before
   * it was recorded.
   */
  readonly namesIn?: Language
  readonly name: string
  readonly matriculationNumber: string
  readonly department: string
  readonly programme: string
  /**
   * Names that are in the language of the certificate. The others are in the university's language.
   */
  readonly translated?: readonly ('department' | 'programme')[]
  readonly cycle: 'bachelor' | 'master'
  readonly programmeLanguage: string
  readonly studyYear: number
  readonly yearsOfStudy: number
  readonly fundingType: 'budget' | 'fee'
  readonly status: string
  /** The academic year of issue; null if the settings have none. */
  readonly academicYear: string | null
  readonly academicYearOfEntry: string
  /** The study record, for a transcript. */
  readonly record: CertificateRecord | null
}

/** A study record without attempts and examiners, which certificates omit. */
export interface CertificateRecord
  extends Pick<StudyRecord, 'average' | 'creditsEarned' | 'creditsPossible'> {
  readonly years: readonly {
    readonly year: number
    readonly average: number | null
    readonly creditsEarned: number
    readonly creditsPossible: number
    readonly courses: readonly {
      readonly name: string
      /** Set if the name is in the language of the certificate. */
      readonly isTranslated?: boolean
      readonly code: string
      readonly semester: number
      readonly credits: number
      readonly isFacultative: boolean
      readonly grade: number
    }[]
  }[]
}

/** Initials of a name: `I. D.` for `Ionescu Dan`, `P. A. M.` for `Pop Ana-Maria`. */
export const initialsOf = (name: string) =>
  name
    .split(/[\s-]+/)
    .filter(Boolean)
    .map((part) => `${[...part][0]?.toLocaleUpperCase('ro')}.`)
    .join(' ')
