/** Certificates: the code that anybody can check, and what one says. */
import { accessCodeSigns as signs } from '../admission/access-code.ts'
import { compactCode } from '../values/tidy.ts'
import type { Language } from '../vocabulary.ts'
import type { StudyRecord } from './study-record.ts'

export type { WireVerification } from './verification.ts'

/** Random signs of a code, 55 bits; a check sign follows. */
export const randomCertificateSigns = 11
const groupLength = 4

/** The check sign (Luhn's method over 32 signs): any one sign that is mistyped, and nearly every two that change places, asks for another. */
function checkSign(random: string): string {
  let sum = 0
  for (const [index, sign] of [...random].reverse().entries()) {
    const weighted = signs.indexOf(sign) * (index % 2 === 0 ? 2 : 1)
    sum += Math.floor(weighted / signs.length) + (weighted % signs.length)
  }
  return signs.charAt((signs.length - (sum % signs.length)) % signs.length)
}

/** The code made of signs that were drawn at random: `7KQF-3MZD-4XB9`. */
export const certificateCodeOf = (random: string) =>
  (`${random}${checkSign(random)}`.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')

/** A code as it was typed, in the spelling that is stored: any case, with or without hyphens, O for 0, I and L for 1. Null when it cannot be one. */
export function tidyCertificateCode(typed: string): string | null {
  const code = compactCode(typed).replaceAll('O', '0').replace(/[IL]/g, '1')
  if (code.length !== randomCertificateSigns + 1 || ![...code].every((sign) => signs.includes(sign))) return null
  const whole = certificateCodeOf(code.slice(0, -1))
  return whole.endsWith(code.slice(-1)) ? whole : null
}

/** Content of a certificate, as it stood when it was issued. It never changes: the PDF is drawn from nothing else. */
export interface CertificateContent {
  readonly universityName: string
  /** The university's language then, in which its names are; absent in papers issued before it was known. */
  readonly namesIn?: Language
  readonly name: string
  readonly matriculationNumber: string
  readonly department: string
  readonly programme: string
  /** Names that stand in the language of the paper; the others are as the university says them. */
  readonly translated?: readonly ('department' | 'programme')[]
  readonly cycle: 'bachelor' | 'master'
  readonly programmeLanguage: string
  readonly studyYear: number
  readonly yearsOfStudy: number
  readonly fundingType: 'budget' | 'fee'
  readonly status: string
  /** The academic year it was issued in; null where the settings name none. */
  readonly academicYear: string | null
  readonly academicYearOfEntry: string
  /** Of a transcript: what was achieved. */
  readonly record: CertificateRecord | null
}

/** A study record without what a paper does not say: attempts, and who gave a grade. */
export interface CertificateRecord extends Pick<StudyRecord, 'average' | 'creditsWon' | 'creditsPossible'> {
  readonly years: readonly {
    readonly year: number
    readonly average: number | null
    readonly creditsWon: number
    readonly creditsPossible: number
    readonly courses: readonly {
      readonly name: string
      /** Set where the name stands in the language of the paper. */
      readonly isTranslated?: boolean
      readonly code: string
      readonly semester: number
      readonly credits: number
      readonly isFacultative: boolean
      readonly mark: number
    }[]
  }[]
}

/** `I. D.` of `Ionescu Dan`, `P. A. M.` of `Pop Ana-Maria`. */
export const initialsOf = (name: string) =>
  name
    .split(/[\s-]+/)
    .filter(Boolean)
    .map((part) => `${[...part][0]?.toLocaleUpperCase('ro')}.`)
    .join(' ')
