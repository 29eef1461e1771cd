/**
 * Data needed to get a new access code for a saved application: the birth date and the email
 * address in the application.
 */
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { parseTypedText } from '@matricola/schema/text-vocabulary.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import { monthOf } from '@matricola/schema/values/parse-date.ts'
import { languages } from './languages.ts'
import { registrations } from './registrations.ts'

/** Answers of a draft, as the applicant typed them. */
interface TypedAnswers {
  readonly birthDay?: string | undefined
  readonly birthMonth?: string | undefined
  readonly birthYear?: string | undefined
  readonly personalEmail?: string | undefined
}

/** For example `2007-03-15`. Empty unless all three parts are present. Months can be words. */
export function birthDateOf({ birthDay, birthMonth, birthYear }: TypedAnswers): string {
  const [day, month, year] = [birthDay, birthMonth, birthYear].map((part) => part?.trim())
  return day && month && year
    ? `${year.padStart(4, '0')}-${monthNumber(month).padStart(2, '0')}-${day.padStart(2, '0')}`
    : ''
}

/** Also takes the name of a month, such as `feb`. Other text stays, so that validation rejects it. */
const monthNumber = (typed: string) =>
  /^\d+$/.test(typed) ? typed : String(monthOf(fold(typed).replace(/\.$/, ''), languages) ?? typed)

export interface RecoveryIdentity {
  readonly birthDate: string
  /** The only email address to which the link is sent. */
  readonly address: string
}

/**
 * Reads the birth date and the email address from the answers of a draft. Returns null unless both
 * are present and valid.
 */
export function findRecoveryIdentity(values: TypedAnswers): RecoveryIdentity | null {
  const birthDate = birthDateOf(values)
  const address = parseTypedText(
    registrations.fields.personalEmail,
    values.personalEmail?.trim() ?? '',
  )
  return isValid('birthDate', birthDate) && isValid('personalEmail', address)
    ? { birthDate, address }
    : null
}

const isValid = (name: 'birthDate' | 'personalEmail', value: string) =>
  validateInput(valueSchema(fieldOf(registrations, name)), value).ok
