/** People as whom staff preview an application form, with the answers they would give. */
import { isRealDate } from '@matricola/schema/values/dates.ts'
import { parseTypedAnswer } from '#resources/admission/form-answers.ts'
import {
  type FormAnswers,
  type FormContent,
  type FormItem,
  itemsOf,
} from '#resources/admission/form-content.ts'
import { type FormFacts, formFactsOf } from '#resources/admission/form-facts.ts'
import { ageOn } from '#resources/admission/identity-check.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { controlDigit } from '#resources/field-types/nationalId/national-id.ts'
import type { DraftValues } from '#src/public/apply/application-draft.ts'

export const examplePersonNames = [
  'adult',
  'minor',
  'euCitizen',
  'otherCitizen',
  'transfer',
  'olympiad',
] as const
export type ExamplePersonName = (typeof examplePersonNames)[number]

interface ExamplePerson {
  readonly lastName: string
  readonly firstName: string
  readonly sex: 'F' | 'M'
  readonly age: number
  /** Country code; absent: Romanian, with a CNP. */
  readonly citizenship?: string
  readonly identityType?: 'eu_id' | 'passport'
}

const people: { readonly [N in ExamplePersonName]: ExamplePerson } = {
  adult: { lastName: 'Moldovan', firstName: 'Andrei', sex: 'M', age: 18 },
  minor: { lastName: 'Popa', firstName: 'Ioana', sex: 'F', age: 17 },
  euCitizen: {
    lastName: 'Rossi',
    firstName: 'Giulia',
    sex: 'F',
    age: 19,
    citizenship: 'IT',
    identityType: 'eu_id',
  },
  otherCitizen: {
    lastName: 'Yılmaz',
    firstName: 'Emre',
    sex: 'M',
    age: 20,
    citizenship: 'TR',
    identityType: 'passport',
  },
  transfer: { lastName: 'Dumitru', firstName: 'Elena', sex: 'F', age: 20 },
  olympiad: { lastName: 'Ionescu', firstName: 'Matei', sex: 'M', age: 18 },
}

/** Words by which the questions, options and places for a person are found, in all languages. */
const subjects: { readonly [N in ExamplePersonName]?: RegExp } = {
  transfer: /transfer|wechsel/i,
  olympiad: /ol[iy]mp/i,
}

interface Circumstances {
  readonly content: FormContent
  readonly intake: WireIntake
  /** Last day of applications. */
  readonly lastDay: string
}

/** The answers of a person. `isTypical`: the form has something about the subject of this person. */
export function examplePerson(
  name: ExamplePersonName,
  circumstances: Circumstances,
): { readonly values: Partial<DraftValues>; readonly isTypical: boolean } {
  const { content, intake, lastDay } = circumstances
  const { lastName, firstName, sex, age, citizenship = 'RO', identityType = 'cnp' } = people[name]
  const subject = subjects[name]
  const placeKind = subject && intake.merit?.kinds.find((kind) => subject.test(kind.name))
  const programme =
    intake.specializations.find(({ merit }) =>
      merit?.special.some(({ kind }) => kind === placeKind?.id),
    ) ?? intake.specializations[0]
  // An entry without an answer shows that the question is not a new one.
  const answers = itemsOf(content).map((item) => [
    item.id,
    exampleAnswer(item, { subject, citizenship }) ?? '',
  ])
  const isAsked = itemsOf(content).some((item) => subject && isAbout(item, subject))
  return {
    isTypical: subject === undefined || placeKind !== undefined || isAsked,
    values: {
      lastName,
      firstName,
      sex,
      citizenship,
      ...documentValues(identityType, { sex, birthDate: birthDateAt(age, lastDay) }),
      ...birthDateValues(birthDateAt(age, lastDay)),
      personalEmail: 'example@example.org',
      phone: '+40712345678',
      country: citizenship,
      city: 'Cluj-Napoca',
      address: 'Strada Florilor 1',
      postalCode: '400001',
      departmentProfileId: programme?.departmentProfileId ?? '',
      specializationId: programme?.id ?? '',
      fundingPreference: '',
      choices: '',
      placeKindId: placeKind?.id ?? '',
      grades: JSON.stringify(
        Object.fromEntries((intake.merit?.grades ?? []).map(({ name: grade }) => [grade, '9.50'])),
      ),
      answers: JSON.stringify(Object.fromEntries(answers)),
    },
  }
}

const isAbout = (item: FormItem, subject: RegExp) =>
  [item.label, ...('options' in item ? item.options.map(({ label }) => label) : [])].some((texts) =>
    Object.values(texts).some((text) => subject.test(text)),
  )

interface Answering {
  readonly subject: RegExp | undefined
  readonly citizenship: string
}

/** The typed answer; null if the question stays open. Documents and declarations always do. */
function exampleAnswer(item: FormItem, { subject, citizenship }: Answering): string | null {
  switch (item.type) {
    case 'choice':
    case 'set': {
      const find = (words: RegExp) =>
        item.options.find(({ label }) => Object.values(label).some((text) => words.test(text)))
      // The first option of a question about a subject usually means that it does not apply.
      const option =
        subject && isAbout(item, subject) ? (find(subject) ?? item.options.at(-1)) : item.options[0]
      return option?.id ?? null
    }
    case 'boolean':
      return String(subject !== undefined && isAbout(item, subject))
    case 'country':
      return citizenship
    default:
      return null
  }
}

/** The birth date of a person who has this age on the day, for some months already. */
function birthDateAt(age: number, day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 100)
  return `${date.getUTCFullYear() - age}${date.toISOString().slice(4, 8)}10`
}

const birthDateValues = (birthDate: string): Partial<DraftValues> => ({
  birthYear: birthDate.slice(0, 4),
  birthMonth: String(Number(birthDate.slice(5, 7))),
  birthDay: String(Number(birthDate.slice(8))),
})

/** A valid CNP for someone born in 2000 or later, or before. */
function exampleCnp(sex: string, birthDate: string): string {
  const first = (sex === 'F' ? 2 : 1) + (birthDate >= '2000' ? 4 : 0)
  const digits = `${first}${birthDate.slice(2).replaceAll('-', '')}12001`
  return `${digits}${controlDigit(digits)}`
}

function documentValues(
  identityType: string,
  { sex, birthDate }: { readonly sex: string; readonly birthDate: string },
): Partial<DraftValues> {
  const hasCnp = identityType === 'cnp'
  return {
    identityType,
    cnp: hasCnp ? exampleCnp(sex, birthDate) : '',
    serialNumber: hasCnp ? 'CJ123456' : '',
    foreignIdNumber: hasCnp ? '' : 'X1234567',
  }
}

/** The values after a fact has changed. The CNP follows the age and the document. */
export function withAge(values: DraftValues, age: number, lastDay: string): Partial<DraftValues> {
  const birthDate = birthDateAt(age, lastDay)
  return { ...birthDateValues(birthDate), ...documentsAt(values, birthDate) }
}
export const withDocument = (values: DraftValues, identityType: string): Partial<DraftValues> => ({
  ...documentValues(identityType, {
    sex: values.sex ?? '',
    birthDate: birthDateOf(values),
  }),
  // Only foreign citizens have no CNP.
  ...(identityType === 'cnp' && { citizenship: 'RO' }),
})
/** Only Romanian citizens have a CNP of the kind that an example has. */
export const withCitizenship = (
  values: DraftValues,
  citizenship: string,
): Partial<DraftValues> => ({
  ...(citizenship === 'RO' || values.identityType !== 'cnp'
    ? {}
    : withDocument(values, 'passport')),
  citizenship,
})

const documentsAt = (values: DraftValues, birthDate: string) =>
  values.identityType === 'cnp' ? documentValues('cnp', { sex: values.sex ?? '', birthDate }) : {}

/** The birth date of an example, whose parts are numbers. */
const birthDateOf = ({ birthYear, birthMonth, birthDay }: DraftValues) =>
  [birthYear, birthMonth, birthDay].map((part) => part.trim().padStart(2, '0')).join('-')

/** The age on the last day of applications; null while the birth date is not valid. */
export function ageOfValues(values: DraftValues, lastDay: string): number | null {
  const birthDate = birthDateOf(values)
  return isRealDate(birthDate) ? ageOn(birthDate, lastDay) : null
}

/** The facts and answers of a person for the editor, which knows no programmes. */
export function examplePersonFacts(
  name: ExamplePersonName,
  {
    content,
    degree,
    lastDay,
  }: { readonly content: FormContent; readonly degree: string; readonly lastDay: string },
): { readonly facts: FormFacts; readonly answers: FormAnswers } {
  const { age, citizenship = 'RO', identityType = 'cnp' } = people[name]
  return {
    facts: formFactsOf({
      identityType,
      citizenship,
      birthDate: birthDateAt(age, lastDay),
      programmes: [{ id: '', cycle: degree, departmentProfileId: '' }],
      fundingPreferences: [],
      placeKindId: null,
      lastDay,
    }),
    answers: Object.fromEntries(
      itemsOf(content).flatMap((item) => {
        const typed = exampleAnswer(item, { subject: subjects[name], citizenship })
        return typed === null ? [] : [[item.id, parseTypedAnswer(item, typed)]]
      }),
    ),
  }
}
