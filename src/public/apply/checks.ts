/** Validates the answers with the same declaration as the server. */
import { ageOn, identityIssues, youngestApplicant } from '#model/admission/identity-check.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { fieldOf } from '#model/resource.ts'
import { check, valueSchema } from '#model/validation.ts'
import { today } from '#model/values/dates.ts'
import { compactNationalId } from '#model/values/national-id.ts'
import { postalCodeFault } from '#model/values/postal-code.ts'
import { typedValue } from '#model/values/typed-text.ts'
import type { FieldIssues, Issue } from '#model/wire/wire.ts'
import { questions } from '#resources/application-documents.ts'
import { birthDateOf } from '#resources/draft-recovery.ts'
import { registrations } from '#resources/registrations.ts'
import {
  choicesSent,
  gradeIn,
  gradesAsked,
  gradeTyped,
  kindsAsked,
  meritsOf,
  programmeOf,
  questionsAsked,
  questionTyped,
} from './choices/choices.ts'
import type { ValueName, Values } from './draft.ts'
import { hasImpossibleAge } from './steps/cnp-facts.ts'
import { fieldsOf, isResident } from './steps/step-fields.ts'
import type { Step } from './steps/steps.ts'

/** Version of the privacy notice next to the submit button. Change it when the meaning of the notice changes. */
const noticeVersion = '2026-1'

/** The answers in the form the API expects, without the documents. */
export function answersOf(values: Values, language: string, intake: WireIntake) {
  const asked = new Set([...fieldsOf('identity', values, intake), ...fieldsOf('contact', values, intake)])
  const answers = Object.fromEntries([...asked].map((name) => [name, answerOf(name, values)]))
  return { identityType: values.identityType, ...answers, ...programmeAnswers(values, intake), language, noticeAck: true, noticeVersion }
}

/** The chosen programmes, and for programmes that rank by merit everything that the ranking needs. */
function programmeAnswers(values: Values, intake: WireIntake) {
  const [first, ...further] = choicesSent(values, intake)
  const { departmentProfileId, specializationId } = values
  if (meritsOf(values, intake).length === 0) return { departmentProfileId, specializationId }
  const kind = kindsAsked(values, intake).find(({ id }) => id === values.placeKindId)
  return {
    departmentProfileId,
    specializationId,
    fundingPreference: first?.wish,
    ...Object.fromEntries(gradesAsked(values, intake).map((name) => [name, gradeIn(gradeTyped(values, name))])),
    ...Object.fromEntries(questionsAsked(values, intake).map(({ name }) => [name, questionValue(name, values)])),
    ...(kind && { placeKindId: kind.id }),
    ...(further.length > 0 && {
      choices: further.map(({ specializationId: id, wish }) => ({ specializationId: id, fundingPreference: wish })),
    }),
  }
}

/** Returns a field's answer after tidying, or an empty string. */
export function answerOf(name: string, values: Values): string {
  switch (name) {
    case 'birthDate':
      return birthDateOf(values)
    case 'cnp':
      return compactNationalId(values.cnp)
    default:
      // A name that is not a field of the draft is a grade or a programme's question.
      if (!(name in values)) return (questions.includes(name) ? questionTyped(values, name) : gradeTyped(values, name)).trim()
      return typedIn(name, values[name as ValueName].trim())
  }
}

/** Parses text for a field of the application. Some answers do not belong to a field. */
const typedIn = (name: string, text: string) =>
  Object.hasOwn(registrations.fields, name) ? typedValue(fieldOf(registrations, name), text) : text

/** The answer to a programme's question, converted to its field type. */
function questionValue(name: string, values: Values): unknown {
  const answer = answerOf(name, values)
  return fieldOf(registrations, name).kind === 'integer' && /^-?\d{1,15}$/.test(answer) ? Number(answer) : answer
}

export type BirthDateParts = Pick<Values, 'birthDay' | 'birthMonth' | 'birthYear'>

const birthParts = { day: 'birthDay', month: 'birthMonth', year: 'birthYear' } as const

/** Returns the issues that have to be fixed before leaving a step. The steps `check` and `documents` are validated elsewhere. */
export function issuesOf(step: Step, values: Values, intake: WireIntake): FieldIssues {
  if (step === 'documents' || step === 'check') return {}
  const issues: Record<string, readonly Issue[]> = {}
  for (const name of fieldsOf(step, values, intake)) {
    const issue = issueOf(name, values, intake)
    if (issue) issues[name] = [issue]
  }
  if (step !== 'identity' || issues.birthDate) return issues
  const { cnp, birthDate, sex } = { cnp: answerOf('cnp', values), birthDate: birthDateOf(values), sex: values.sex }
  return { ...(values.identityType === 'cnp' ? identityIssues({ cnp, birthDate, sex }) : {}), ...issues }
}

function issueOf(name: string, values: Values, intake: WireIntake): Issue | undefined {
  if (name === 'choices') return choicesIssue(values, intake)
  const answer = answerOf(name, values)
  if (name === 'placeKindId') return undefined
  if (answer === '') return name === 'birthDate' ? missingPart(values) : { code: 'required' }
  const isGrade = gradesAsked(values, intake).includes(name)
  const grade = gradeIn(answer)
  if (isGrade && Number.isNaN(grade)) return { code: 'type.wrong' }
  const result = check(
    valueSchema(fieldOf(registrations, name)),
    isGrade ? grade : questions.includes(name) ? questionValue(name, values) : answer,
  )
  if (!result.ok) return result.fields._?.[0]
  return moreOf(name, answer, values, intake)
}

/** Returns the issue of the first choice that is empty or cannot be combined with the others. */
function choicesIssue(values: Values, intake: WireIntake): Issue | undefined {
  const choices = choicesSent(values, intake)
  const programmes = choices.map(({ specializationId }) => programmeOf(intake, specializationId))
  const missing = programmes.indexOf(undefined)
  if (missing >= 0) return { code: 'required', params: { number: missing + 1 } }
  if (new Set(programmes).size < programmes.length) return { code: 'set.repeated' }
  const fits = programmes.every((one, index) => index === 0 || (one?.merit && one.cycle === programmes[0]?.cycle))
  return fits ? undefined : { code: 'reference.notAllowed' }
}

/** Validates rules that a field's declaration cannot express. */
function moreOf(name: string, answer: string, values: Values, intake: WireIntake): Issue | undefined {
  switch (name) {
    case 'cnp':
      return hasImpossibleAge(answer) ? { code: 'date.tooEarly' } : undefined
    case 'birthDate':
      return ageOn(answer, today(new Date())) < youngestApplicant
        ? { code: 'person.tooYoung', params: { min: youngestApplicant } }
        : undefined
    case 'postalCode':
      return postalCodeFault(values.country, answer) ?? undefined
    case 'departmentProfileId':
      return intake.departments.some(({ id }) => id === answer) ? undefined : { code: 'required' }
    case 'specializationId': {
      const chosen = intake.specializations.find(({ id }) => id === answer)
      if (!chosen && answer !== '') return { code: 'admission.closed' }
      return chosen?.departmentProfileId === values.departmentProfileId ? undefined : { code: 'required' }
    }
    case 'citizenship':
      return isResident(values) && values.identityType === 'cnp' && answer === 'RO' ? { code: 'required' } : undefined
  }
}

/** Issue with the parts of a birth date by themselves, whatever else is known of the person. */
export function birthDateIssue(values: BirthDateParts): Issue | undefined {
  const birthDate = birthDateOf(values)
  if (birthDate === '') return missingPart(values)
  const result = check(valueSchema(fieldOf(registrations, 'birthDate')), birthDate)
  return result.ok ? undefined : result.fields._?.[0]
}

function missingPart(values: BirthDateParts): Issue {
  const missing = (['day', 'month', 'year'] as const).filter((part) => values[birthParts[part]].trim() === '')
  return missing.length === 3 ? { code: 'required' } : { code: 'date.unreal', params: { part: missing[0] ?? 'day' } }
}
