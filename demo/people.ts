/** Names, addresses and numbers of people who do not exist. */
import { fold } from '#model/values/folding.ts'
import { controlDigit } from '#model/values/national-id.ts'
import { stockFor, streets } from './names.ts'
import type { Random } from './random.ts'

/** Addresses end here: the top-level domain is reserved, so that no demo mail reaches anybody. */
export const domain = 'matricola.example'

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly sex: 'F' | 'M'
}

/** Somebody who studies or teaches in `language`; some have two first names. */
export function makePerson(random: Random, language = 'ro'): Person {
  const stock = stockFor(random.share(), language)
  const sex = random.share() < 0.54 ? 'F' : 'M'
  const first = random.pick(stock[sex])
  const second = random.share() < 0.25 ? random.pick(stock[sex]) : first
  const family = random.pick(stock.family)
  const doubled = sex === 'F' && random.share() < 0.05 ? `${family}-${random.pick(stock.family)}` : family
  return { firstName: second === first ? first : `${first}-${second}`, lastName: doubled, sex }
}

/** First name and last name, as an account shows them. */
export const fullName = (person: Pick<Person, 'firstName' | 'lastName'>) => `${person.firstName} ${person.lastName}`

/** The part of an address before the `@`: `ana-maria.pop`. */
export const mailboxOf = (person: Pick<Person, 'firstName' | 'lastName'>) =>
  `${fold(person.firstName)}.${fold(person.lastName)}`.replace(/[^a-z.-]/g, '')

/** Hands out addresses; whoever has the same name as somebody before gets a number. */
export class Addresses {
  readonly #taken = new Set<string>()

  /** `ana-maria.pop@student.matricola.example` for the host `student`. */
  give(person: Pick<Person, 'firstName' | 'lastName'>, host: string): string {
    const local = mailboxOf(person)
    for (let number = 1; ; number++) {
      const address = `${local}${number === 1 ? '' : number}@${host}.${domain}`
      if (this.#taken.has(address)) continue
      this.#taken.add(address)
      return address
    }
  }
}

/** So many digits by chance. */
export const digits = (random: Random, count: number) => Array.from({ length: count }, () => random.between(0, 9)).join('')

/** A mobile number under the prefix 0700, which no operator has. */
export const mobileNumber = (random: Random) => `+40700${digits(random, 6)}`

/** A landline number in Cluj; subscriber numbers that begin with 00 are not given out. */
export const landlineNumber = (random: Random) => `+4026400${digits(random, 4)}`

export const streetAddress = (random: Random) =>
  `Str. ${random.pick(streets)} nr. ${random.between(1, 120)}${random.share() < 0.6 ? `, ap. ${random.between(1, 48)}` : ''}`

/** A CNP with a sequence from 990 to 999, so that it is nobody's who is likely to meet it. */
export function makeNationalId(random: Random, sex: 'F' | 'M', birthDate: string, county: string): string {
  const century = birthDate < '2000' ? 1 : 5
  const start = `${century + (sex === 'F' ? 1 : 0)}${birthDate.slice(2).replaceAll('-', '')}${county}${random.between(990, 999)}`
  return `${start}${controlDigit(start)}`
}

/** Calls `make` as often as it takes until the key of what it makes is none of those that are taken. */
export function fresh<T>(taken: Set<string>, make: () => T, keyOf: (made: T) => string): T {
  for (let made = make(); ; made = make()) {
    const key = keyOf(made)
    if (taken.has(key)) continue
    taken.add(key)
    return made
  }
}
