/** Generates names, addresses and numbers of fictitious people. */
import { fold } from '@matricola/schema/values/folding.ts'
import { controlDigit } from '#resources/field-types/nationalId/national-id.ts'
import { chooseNamePool, streets } from './names.ts'
import type { Random } from './random.ts'

/**
 * Domain of email addresses. Its top-level domain is reserved, so that no email from the demo is
 * ever delivered.
 */
export const demoDomain = 'matricola.example'

export interface DemoPerson {
  readonly firstName: string
  readonly lastName: string
  readonly sex: 'F' | 'M'
}

/** Generates a person who studies or teaches in `language`. Some have two first names. */
export function makePerson(random: Random, language = 'ro'): DemoPerson {
  const pool = chooseNamePool(random.fraction(), language)
  const sex = random.fraction() < 0.54 ? 'F' : 'M'
  const first = random.pick(pool[sex])
  const second = random.fraction() < 0.25 ? random.pick(pool[sex]) : first
  const family = random.pick(pool.family)
  const lastName =
    sex === 'F' && random.fraction() < 0.05 ? `${family}-${random.pick(pool.family)}` : family
  return { firstName: second === first ? first : `${first}-${second}`, lastName: lastName, sex }
}

/** First and last name, as accounts show them. */
export const fullName = (person: Pick<DemoPerson, 'firstName' | 'lastName'>) =>
  `${person.firstName} ${person.lastName}`

/** Local part of an email address: `ana-maria.pop`. */
export const emailLocalPart = (person: Pick<DemoPerson, 'firstName' | 'lastName'>) =>
  `${fold(person.firstName)}.${fold(person.lastName)}`.replace(/[^a-z.-]/g, '')

/** Generates email addresses. Adds a number if the name is already taken. */
export class EmailAddresses {
  readonly #taken = new Set<string>()

  /** Returns `ana-maria.pop@student.matricola.example` for the host `student`. */
  create(person: Pick<DemoPerson, 'firstName' | 'lastName'>, host: string): string {
    const localPart = emailLocalPart(person)
    for (let number = 1; ; number++) {
      const address = `${localPart}${number === 1 ? '' : number}@${host}.${demoDomain}`
      if (this.#taken.has(address)) continue
      this.#taken.add(address)
      return address
    }
  }
}

/** Returns random digits. */
export const randomDigits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.between(0, 9)).join('')

/** Mobile number with the unassigned prefix 0700. */
export const mobileNumber = (random: Random) => `+40700${randomDigits(random, 6)}`

/** Landline number in Cluj. Subscriber numbers that begin with 00 are not assigned. */
export const landlineNumber = (random: Random) => `+4026400${randomDigits(random, 4)}`

export const streetAddress = (random: Random) =>
  `Str. ${random.pick(streets)} nr. ${random.between(1, 120)}${random.fraction() < 0.6 ? `, ap. ${random.between(1, 48)}` : ''}`

/** Generates a CNP with a sequence number from 990 to 999, which real CNPs are unlikely to have. */
export function makeNationalId(
  random: Random,
  sex: 'F' | 'M',
  birthDate: string,
  county: string,
): string {
  const century = birthDate < '2000' ? 1 : 5
  const start = `${century + (sex === 'F' ? 1 : 0)}${birthDate.slice(2).replaceAll('-', '')}${county}${random.between(990, 999)}`
  return `${start}${controlDigit(start)}`
}

/** Calls `make` until the result has a key that is not taken. */
export function createUnique<T>(
  taken: Set<string>,
  create: () => T,
  keyOf: (value: T) => string,
): T {
  for (let value = create(); ; value = create()) {
    const key = keyOf(value)
    if (taken.has(key)) continue
    taken.add(key)
    return value
  }
}
