/** Validates the answers with the same declaration as the server. */

import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { parseTypedText } from '@matricola/schema/text-vocabulary.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { findPostalCodeIssue } from '@matricola/schema/values/postal-code.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import { ageOn, identityIssues, minApplicantAge } from '#resources/admission/identity-check.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { textQuestions } from '#resources/application-documents.ts'
import { birthDateOf } from '#resources/draft-recovery.ts'
import { compactNationalId } from '#resources/field-types/nationalId/national-id.ts'
import { registrations } from '#resources/registrations.ts'
import type { ApplicationDraft, DraftFieldName, DraftValues } from './application-draft.ts'
import {
  choicesToSubmit,
  chosenProgrammeQuestions,
  chosenRankingRules,
  findProgramme,
  gradesToEnter,
  parseEnteredGrade,
  reservedPlaceKinds,
  typedGrade,
  typedQuestionAnswer,
} from './choices/choices.ts'
import { itemsBundle } from './form-items/form-items.ts'
import { hasImpossibleAge } from './steps/cnp-facts.ts'
import { isResident, stepFields } from './steps/step-fields.ts'
import type { ApplicationStep } from './steps/steps.ts'
import { findSuggestedAddress, mistypedCode } from './steps/suggested-address.ts'

/**
 * Version of the privacy notice next to the submit button. Change the version when the meaning of
 * the notice changes.
 */
const noticeVersion = '2026-1'

/** The answers as the API expects them, without the documents. */
export function submissionAnswers(values: DraftValues, language: string, publicConfig: WireIntake) {
  const fieldNames = new Set([
    ...stepFields('identity', values, publicConfig),
    ...stepFields('contact', values, publicConfig),
  ])
  const answers = Object.fromEntries(
    [...fieldNames].map((name) => [name, normalizedAnswer(name, values)]),
  )
  return {
    identityType: values.identityType,
    ...answers,
    ...programmeAnswers(values, publicConfig),
    ...itemsBundle()?.itemSubmission(values, publicConfig),
    language,
    noticeAcknowledged: true,
    noticeVersion,
  }
}

/**
 * The chosen programmes. For programmes that rank by merit, also everything that the ranking needs.
 */
function programmeAnswers(values: DraftValues, publicConfig: WireIntake) {
  const [first, ...further] = choicesToSubmit(values, publicConfig)
  const { departmentProfileId, specializationId } = values
  if (chosenRankingRules(values, publicConfig).length === 0)
    return { departmentProfileId, specializationId }
  const placeKind = reservedPlaceKinds(values, publicConfig).find(
    ({ id }) => id === values.placeKindId,
  )
  return {
    departmentProfileId,
    specializationId,
    fundingPreference: first?.fundingPreference,
    ...Object.fromEntries(
      gradesToEnter(values, publicConfig).map((name) => [
        name,
        parseEnteredGrade(typedGrade(values, name)),
      ]),
    ),
    ...Object.fromEntries(
      chosenProgrammeQuestions(values, publicConfig).map(({ name }) => [
        name,
        questionValue(name, values),
      ]),
    ),
    ...(placeKind && { placeKindId: placeKind.id }),
    ...(further.length > 0 && {
      choices: further.map(({ specializationId: id, fundingPreference }) => ({
        specializationId: id,
        fundingPreference,
      })),
    }),
  }
}

/** Returns a field's normalized answer, or an empty string. */
export function normalizedAnswer(name: string, values: DraftValues): string {
  switch (name) {
    case 'birthDate':
      return birthDateOf(values)
    case 'cnp':
      return compactNationalId(values.cnp)
    default:
      // A name that is not a field of the draft is a grade or a programme's question.
      if (!(name in values))
        return (
          textQuestions.includes(name)
            ? typedQuestionAnswer(values, name)
            : typedGrade(values, name)
        ).trim()
      return parseDraftText(name, values[name as DraftFieldName].trim())
  }
}

/** Parses text for a field of the application. Some answers do not belong to a field. */
const parseDraftText = (name: string, text: string) =>
  Object.hasOwn(registrations.fields, name)
    ? parseTypedText(fieldOf(registrations, name), text)
    : text

/** The answer to a programme's question, converted to its field type. */
function questionValue(name: string, values: DraftValues): unknown {
  const answer = normalizedAnswer(name, values)
  return fieldOf(registrations, name).type === 'integer' && /^-?\d{1,15}$/.test(answer)
    ? Number(answer)
    : answer
}

export type BirthDateParts = Pick<DraftValues, 'birthDay' | 'birthMonth' | 'birthYear'>

const birthDateFields = { day: 'birthDay', month: 'birthMonth', year: 'birthYear' } as const

/**
 * Returns the issues that have to be fixed before leaving a step. `check-step.tsx` and
 * `documents-step.tsx` validate their own steps.
 */
export function validateStep(
  step: ApplicationStep,
  values: DraftValues,
  publicConfig: WireIntake,
): FieldIssues {
  if (step === 'documents' || step === 'check') return {}
  if (step === 'questions') return itemsBundle()?.itemIssues(values, publicConfig) ?? {}
  const issues: Record<string, readonly Issue[]> = {}
  for (const name of stepFields(step, values, publicConfig)) {
    const issue = validateField(name, values, publicConfig)
    if (issue) issues[name] = [issue]
  }
  if (step !== 'identity' || issues.birthDate) return issues
  const { cnp, birthDate, sex } = {
    cnp: normalizedAnswer('cnp', values),
    birthDate: birthDateOf(values),
    sex: values.sex,
  }
  return {
    ...(values.identityType === 'cnp' ? identityIssues({ cnp, birthDate, sex }) : {}),
    ...issues,
  }
}

/** The same for a draft. An address that looks mistyped has to be corrected or confirmed. */
export function validateDraftStep(
  step: ApplicationStep,
  draft: ApplicationDraft,
  publicConfig: WireIntake,
): FieldIssues {
  const issues = validateStep(step, draft.values, publicConfig)
  const address = step === 'contact' && !issues.personalEmail && findSuggestedAddress(draft)
  return address
    ? { ...issues, personalEmail: [{ code: mistypedCode, params: { address } }] }
    : issues
}

function validateField(
  name: string,
  values: DraftValues,
  publicConfig: WireIntake,
): Issue | undefined {
  if (name === 'choices') return validateChoices(values, publicConfig)
  const answer = normalizedAnswer(name, values)
  if (name === 'placeKindId') return undefined
  if (answer === '')
    return name === 'birthDate' ? missingDatePartIssue(values) : { code: 'required' }
  const isGrade = gradesToEnter(values, publicConfig).includes(name)
  const grade = parseEnteredGrade(answer)
  if (isGrade && Number.isNaN(grade)) return { code: 'type.wrong' }
  const result = validateInput(
    valueSchema(fieldOf(registrations, name)),
    isGrade ? grade : textQuestions.includes(name) ? questionValue(name, values) : answer,
  )
  if (!result.ok) return result.fields._?.[0]
  return validateFieldRules(name, answer, values, publicConfig)
}

/** Returns the issue of the first choice that is empty or cannot be combined with the others. */
function validateChoices(values: DraftValues, publicConfig: WireIntake): Issue | undefined {
  const choices = choicesToSubmit(values, publicConfig)
  const programmes = choices.map(({ specializationId }) =>
    findProgramme(publicConfig, specializationId),
  )
  const missing = programmes.indexOf(undefined)
  if (missing >= 0) return { code: 'required', params: { number: missing + 1 } }
  if (new Set(programmes).size < programmes.length) return { code: 'set.repeated' }
  const areCompatible = programmes.every(
    (programme, index) =>
      index === 0 || (programme?.merit && programme.cycle === programmes[0]?.cycle),
  )
  return areCompatible ? undefined : { code: 'reference.notAllowed' }
}

/** Validates rules that a field's declaration cannot express. */
function validateFieldRules(
  name: string,
  answer: string,
  values: DraftValues,
  publicConfig: WireIntake,
): Issue | undefined {
  switch (name) {
    case 'cnp':
      return hasImpossibleAge(answer) ? { code: 'date.tooEarly' } : undefined
    case 'birthDate':
      return ageOn(answer, today(new Date())) < minApplicantAge
        ? { code: 'person.tooYoung', params: { min: minApplicantAge } }
        : undefined
    case 'postalCode':
      return findPostalCodeIssue(values.country, answer) ?? undefined
    case 'departmentProfileId':
      return publicConfig.departments.some(({ id }) => id === answer)
        ? undefined
        : { code: 'required' }
    case 'specializationId': {
      const chosen = publicConfig.specializations.find(({ id }) => id === answer)
      if (!chosen && answer !== '') return { code: 'admission.closed' }
      return chosen?.departmentProfileId === values.departmentProfileId
        ? undefined
        : { code: 'required' }
    }
    case 'citizenship':
      return isResident(values) && values.identityType === 'cnp' && answer === 'RO'
        ? { code: 'required' }
        : undefined
  }
}

/** Returns the issue with the birth date itself, without comparing it to other answers. */
export function birthDateIssue(values: BirthDateParts): Issue | undefined {
  const birthDate = birthDateOf(values)
  if (birthDate === '') return missingDatePartIssue(values)
  const result = validateInput(valueSchema(fieldOf(registrations, 'birthDate')), birthDate)
  return result.ok ? undefined : result.fields._?.[0]
}

function missingDatePartIssue(values: BirthDateParts): Issue {
  const missing = (['day', 'month', 'year'] as const).filter(
    (part) => values[birthDateFields[part]].trim() === '',
  )
  return missing.length === 3
    ? { code: 'required' }
    : { code: 'date.unreal', params: { part: missing[0] ?? 'day' } }
}
