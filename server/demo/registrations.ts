import { referenceCodeOf } from '#model/reference-code.ts'
import type { Specialization } from './departments.ts'
import { towns } from './names.ts'
import { digits, fresh, mailboxOf, makeNationalId, makePerson, mobileNumber, streetAddress } from './people.ts'
import { born, type Row, type RowWith, type Tools } from './rows.ts'
import { birthDateOf, type Student } from './students.ts'

export type Registration = RowWith<'registrations', 'firstName' | 'lastName' | 'status' | 'submittedAt'>
type Status = Registration['status']

const registrationCount = 600
const day = 86_400_000
/** The first came six weeks ago. */
const sessionDays = 42

/** What applications must not share with each other or with students. */
interface Taken {
  readonly cnps: Set<string>
  readonly names: Set<string>
  readonly codes: Set<string>
}

/** Six hundred applications of the last weeks, the oldest mostly decided and the newest mostly unread, from people who do not study here. */
export function makeRegistrations(
  { specializations, students }: { readonly specializations: readonly Specialization[]; readonly students: readonly Student[] },
  tools: Tools,
  now: Date,
): Registration[] {
  const taken: Taken = {
    cnps: new Set(students.flatMap(({ cnp }) => cnp ?? [])),
    names: new Set(students.map(nameOf)),
    codes: new Set(),
  }
  return Array.from({ length: registrationCount }, () => makeRegistration(tools.random.pick(specializations), taken, tools, now))
}

function makeRegistration(specialization: Specialization, taken: Taken, tools: Tools, now: Date): Registration {
  const { random, calendar } = tools
  const person = fresh(taken.names, () => makePerson(random, specialization.language), nameOf)
  const birthDate = birthDateOf(calendar.startYear - (specialization.cycle === 'master' ? 22 : 19), tools)
  // More came lately than at first.
  const age = Math.floor(random.share() ** 1.5 * sessionDays * day)
  const at = now.getTime() - 60_000 - age
  return {
    ...born(tools, at),
    referenceCode: fresh(taken.codes, () => referenceCodeOf(digits(random, 7)), String),
    firstName: person.firstName,
    lastName: person.lastName,
    birthDate,
    sex: person.sex,
    ...homeOf(specialization, { sex: person.sex, birthDate }, taken, tools),
    address: streetAddress(random),
    personalEmail: `${mailboxOf(person)}${random.between(10, 99)}@posta.example`,
    departmentProfileId: specialization.departmentProfileId,
    specializationId: specialization.id,
    status: statusAt(age / day, random.share()),
    submittedAt: new Date(at).toISOString(),
  }
}

const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${lastName} ${firstName}`

/** Until which day after it was sent an application stands, with which share in each status, added up; the rest is declined. */
const progress: readonly (readonly [days: number, shares: readonly number[]])[] = [
  [2, [0.86, 1]],
  [6, [0.62, 0.92, 0.97, 0.98, 1]],
  [16, [0.16, 0.46, 0.64, 0.74, 0.92]],
  [sessionDays, [0.01, 0.07, 0.13, 0.2, 0.78]],
]
const inOrder = ['submitted', 'under_review', 'update_requested', 'in_progress', 'accepted'] as const

/** How far an application has come that was sent so many days ago. */
function statusAt(days: number, share: number): Status {
  const shares = progress.find(([until]) => days < until)?.[1] ?? []
  return inOrder[shares.findIndex((limit) => share < limit)] ?? 'declined'
}

type Home = Pick<
  Row<'registrations'>,
  'identityType' | 'cnp' | 'foreignIdNumber' | 'citizenship' | 'country' | 'county' | 'city' | 'postalCode' | 'phone' | 'language'
>

/** Where somebody lives and by which document they are known: nearly all at home in Romania, some across a border. */
function homeOf({ language }: Specialization, person: { sex: 'F' | 'M'; birthDate: string }, taken: Taken, { random }: Tools): Home {
  const share = random.share()
  if (share < 0.03)
    return {
      identityType: 'passport',
      foreignIdNumber: `AB${digits(random, 7)}`,
      citizenship: 'MD',
      country: 'MD',
      city: random.pick(['Chișinău', 'Bălți', 'Orhei', 'Soroca', 'Cahul']),
      postalCode: `MD-${random.between(2000, 6999)}`,
      phone: `+373600${digits(random, 5)}`,
      language: 'ro',
    }
  if (language === 'hu' && share < 0.15)
    return {
      identityType: 'eu_id',
      foreignIdNumber: `${digits(random, 6)}${random.pick(['AA', 'BA', 'CA', 'HA'])}`,
      citizenship: 'HU',
      country: 'HU',
      city: random.pick(['Debrecen', 'Szeged', 'Nyíregyháza', 'Gyula']),
      postalCode: `${random.between(4000, 6799)}`,
      phone: `+3620000${digits(random, 4)}`,
      language: 'en',
    }
  const town = random.pick(towns)
  const { county, postal } = countyOf(town.county)
  return {
    identityType: 'cnp',
    cnp: fresh(taken.cnps, () => makeNationalId(random, person.sex, person.birthDate, town.county), String),
    citizenship: 'RO',
    country: 'RO',
    county,
    city: town.name,
    postalCode: `${postal}${digits(random, 4)}`,
    phone: mobileNumber(random),
    language: language === 'hu' ? 'ro' : language,
  }
}

/** Letters of a county and the first digits of its postal codes, by its code in a CNP. */
const counties: { readonly [code: string]: string } = {
  '01': 'AB 51',
  '05': 'BH 41',
  '06': 'BN 42',
  '08': 'BV 50',
  '12': 'CJ 40',
  '19': 'HR 53',
  '20': 'HD 33',
  '22': 'IS 70',
  '24': 'MM 43',
  '26': 'MS 54',
  '30': 'SM 44',
  '31': 'SJ 45',
  '32': 'SB 55',
  '33': 'SV 72',
  '35': 'TM 30',
  '41': 'B 01',
}

function countyOf(code: string): { county: string; postal: string } {
  const [county, postal] = counties[code]?.split(' ') ?? []
  if (!county || !postal) throw new Error(`no county has the code ${code}`)
  return { county, postal }
}
