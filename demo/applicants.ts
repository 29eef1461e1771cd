/** Generates applicants who are not students yet, with their addresses and school results. */
import type { Specialization } from './departments.ts'
import { towns } from './names.ts'
import {
  createUnique,
  emailLocalPart,
  makeNationalId,
  makePerson,
  mobileNumber,
  randomDigits,
  streetAddress,
} from './people.ts'
import type { DemoRow, DemoTools } from './rows.ts'
import { makeBirthDate, type Student } from './students.ts'

/** Values that must be unique among applicants and students. */
export interface TakenValues {
  readonly cnps: Set<string>
  readonly names: Set<string>
  readonly codes: Set<string>
}

export const takenValuesOf = (
  students: readonly Student[],
  applicants: readonly DemoRow<'registrations'>[] = [],
): TakenValues => ({
  cnps: new Set([...students, ...applicants].flatMap(({ cnp }) => cnp ?? [])),
  names: new Set([...students, ...applicants].map(nameOf)),
  codes: new Set(applicants.flatMap(({ referenceCode }) => referenceCode ?? [])),
})

type Applicant = Pick<
  DemoRow<'registrations'>,
  | 'firstName'
  | 'lastName'
  | 'birthDate'
  | 'sex'
  | 'identityType'
  | 'cnp'
  | 'foreignIdNumber'
  | 'serialNumber'
  | 'citizenship'
  | 'country'
  | 'county'
  | 'city'
  | 'postalCode'
  | 'address'
  | 'phone'
  | 'personalEmail'
  | 'language'
  | 'fundingPreference'
  | 'baccalaureateAverage'
  | 'baccalaureateYear'
>

const nameOf = ({
  firstName,
  lastName,
}: Pick<DemoRow<'registrations'>, 'firstName' | 'lastName'>) => `${lastName} ${firstName}`

/**
 * Generates an applicant for a specialization. About one in a hundred has a CNP with an unused
 * county code.
 */
export function makeApplicant(
  specialization: Specialization,
  year: number,
  taken: TakenValues,
  tools: DemoTools,
): Applicant {
  const { random } = tools
  const person = createUnique(
    taken.names,
    () => makePerson(random, specialization.language),
    nameOf,
  )
  const graduationYear = year - (specialization.cycle === 'master' ? 3 : 0)
  const birthDate = makeBirthDate(graduationYear - 19, tools)
  return {
    ...person,
    birthDate,
    ...makeHomeAddress(specialization, { sex: person.sex, birthDate }, taken, tools),
    address: streetAddress(random),
    personalEmail: `${emailLocalPart(person)}${random.between(10, 99)}@posta.example`,
    ...makeSchoolResults(birthDate, tools),
  }
}

/** Returns the data of a student as an applicant, before enrolment. */
export function applicantFromStudent(student: Student, tools: DemoTools): Applicant {
  const { random } = tools
  const town = towns.find(({ name }) => name === student.city) ?? random.pick(towns)
  const { county, postal, series } = countyOf(town.county)
  return {
    firstName: student.firstName,
    lastName: student.lastName,
    birthDate: student.birthDate as string, // set for every student of the demo
    sex: student.sex ?? 'F',
    identityType: 'cnp',
    cnp: student.cnp ?? null,
    serialNumber: `${series}${randomDigits(random, 6)}`,
    citizenship: 'RO',
    country: 'RO',
    county,
    city: town.name,
    postalCode: `${postal}${randomDigits(random, 4)}`,
    address: student.address ?? streetAddress(random),
    phone: student.phone ?? mobileNumber(random),
    personalEmail:
      student.personalEmail ?? `${emailLocalPart(student)}${random.between(10, 99)}@posta.example`,
    language: 'ro',
    ...makeSchoolResults(student.birthDate as string, tools), // as above
  }
}

/** Most applicants finish school at nineteen with an average of about 8. */
function makeSchoolResults(birthDate: string, { random }: DemoTools) {
  const average = Math.min(10, 6 + (random.fraction() + random.fraction()) * 2.05)
  return {
    fundingPreference:
      random.fraction() < 0.7 ? 'budget_then_fee' : random.fraction() < 0.6 ? 'budget' : 'fee',
    baccalaureateAverage: Math.round(average * 100) / 100,
    baccalaureateYear: Number(birthDate.slice(0, 4)) + 19,
  } as const
}

type Home = Pick<
  DemoRow<'registrations'>,
  | 'identityType'
  | 'cnp'
  | 'foreignIdNumber'
  | 'serialNumber'
  | 'citizenship'
  | 'country'
  | 'county'
  | 'city'
  | 'postalCode'
  | 'phone'
  | 'language'
>

/**
 * Generates an address and an identity document: nearly all in Romania, a few in neighbouring
 * countries.
 */
function makeHomeAddress(
  { language }: Specialization,
  person: { sex: 'F' | 'M'; birthDate: string },
  taken: TakenValues,
  { random }: DemoTools,
): Home {
  const share = random.fraction()
  if (share < 0.03)
    return {
      identityType: 'passport',
      foreignIdNumber: `AB${randomDigits(random, 7)}`,
      citizenship: 'MD',
      country: 'MD',
      city: random.pick(['Chișinău', 'Bălți', 'Orhei', 'Soroca', 'Cahul']),
      postalCode: `MD-${random.between(2000, 6999)}`,
      phone: `+373600${randomDigits(random, 5)}`,
      language: 'ro',
    }
  if (language === 'hu' && share < 0.15)
    return {
      identityType: 'eu_id',
      foreignIdNumber: `${randomDigits(random, 6)}${random.pick(['AA', 'BA', 'CA', 'HA'])}`,
      citizenship: 'HU',
      country: 'HU',
      city: random.pick(['Debrecen', 'Szeged', 'Nyíregyháza', 'Gyula']),
      postalCode: `${random.between(4000, 6799)}`,
      phone: `+3620000${randomDigits(random, 4)}`,
      language: 'en',
    }
  const town = random.pick(towns)
  const { county, postal, series } = countyOf(town.county)
  // No county has the code 53. Validation warns about it but accepts it.
  const countyInNumber = random.fraction() < 0.012 ? '53' : town.county
  return {
    identityType: 'cnp',
    cnp: createUnique(
      taken.cnps,
      () => makeNationalId(random, person.sex, person.birthDate, countyInNumber),
      String,
    ),
    serialNumber: `${series}${randomDigits(random, 6)}`,
    citizenship: 'RO',
    country: 'RO',
    county,
    city: town.name,
    postalCode: `${postal}${randomDigits(random, 4)}`,
    phone: mobileNumber(random),
    language: language === 'hu' ? 'ro' : language,
  }
}

/**
 * By county code of the CNP: the county's letters, the first digits of its postal codes and a
 * series of its identity cards.
 */
const counties: { readonly [code: string]: string } = {
  '01': 'AB 51 AX',
  '05': 'BH 41 XH',
  '06': 'BN 42 XB',
  '08': 'BV 50 BV',
  '12': 'CJ 40 KX',
  '19': 'HR 53 HR',
  '20': 'HD 33 HD',
  '22': 'IS 70 MX',
  '24': 'MM 43 MM',
  '26': 'MS 54 MS',
  '30': 'SM 44 SM',
  '31': 'SJ 45 SX',
  '32': 'SB 55 SB',
  '33': 'SV 72 SV',
  '35': 'TM 30 TZ',
  '41': 'B 01 RX',
}

function countyOf(code: string): { county: string; postal: string; series: string } {
  const [county, postal, series] = counties[code]?.split(' ') ?? []
  if (!county || !postal || !series) throw new Error(`unknown county code ${code}`)
  return { county, postal, series }
}

/** Returns the fields for the destination and time of an application. */
export const submissionFields = (
  { id, departmentProfileId }: Specialization,
  admissionSessionId: string,
  at: number,
) => {
  const moment = new Date(at).toISOString()
  return {
    ...{
      admissionSessionId,
      departmentProfileId,
      specializationId: id,
      status: 'submitted' as const,
    },
    ...{ submittedAt: moment, noticeAcknowledgedAt: moment, noticeVersion: '2026-09' },
  }
}
