import { currentLanguage, translate, translateIssue } from '@matricola/console/i18n.ts'
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import {
  compactNationalId,
  possibleBirthDates,
} from '#resources/field-types/nationalId/national-id.ts'
import { cachedPublicConfig } from '../public-config.ts'
import type { DraftValues } from './application-draft.ts'
import { findRequirement, gradeLabel } from './choices/choices.ts'
import { itemsBundle } from './form-items/form-items.ts'
import { parseCnpFacts } from './steps/cnp-facts.ts'
import { otherDocumentCode } from './steps/document-issues.ts'
import { documentTextKey } from './steps/document-text-key.ts'
import { mistypedCode } from './steps/suggested-address.ts'

/**
 * The message for an issue, specific to the field if there is such a text, else the general one.
 */
export const issueMessage = (
  field: string,
  issue: Issue,
  values: DraftValues,
  language: Language,
): string => fieldSpecificMessage(field, issue, values, language) ?? translateIssue(issue)

/** The same for the summary, where a general message is preceded by the field's label. */
export const issueMessageInSummary = (
  field: string,
  issue: Issue,
  values: DraftValues,
  language: Language,
): string =>
  fieldSpecificMessage(field, issue, values, language) ??
  translate('errors:summary.entry', {
    field: draftFieldLabel(field, values),
    message: translateIssue(issue),
  })

/** A field's label, as shown above the field. */
export const draftFieldLabel = (field: string, values: DraftValues) =>
  findGradeLabel(field) ??
  findRequirementLabel(field) ??
  findFormLabel(field, values) ??
  translate(
    isDocumentName(field)
      ? `apply:documents.${documentTextKey(field, values)}.label`
      : `apply:fields.${field}.label`,
  )

/** The label of a grade, or undefined for any other field. */
function findGradeLabel(field: string): string | undefined {
  const publicConfig = cachedPublicConfig()
  return publicConfig?.merit?.grades.some(({ name }) => name === field)
    ? gradeLabel(field, publicConfig, currentLanguage())
    : undefined
}

/**
 * The label of a question or document that a programme asks for, or undefined for any other field.
 */
const findRequirementLabel = (field: string): string | undefined =>
  findRequirement(field, cachedPublicConfig())?.labels[currentLanguage()]

/** The label that the form of the office has for a question or field, or undefined. */
function findFormLabel(field: string, values: DraftValues): string | undefined {
  const publicConfig = cachedPublicConfig()
  return publicConfig
    ? itemsBundle()?.labelInForm(field, values, publicConfig, currentLanguage())
    : undefined
}

/** Fields with one message for all format errors. */
const singleMessageCodes: Readonly<Record<string, readonly string[]>> = {
  personalEmail: ['email.malformed'],
  phone: ['phone.malformed'],
  postalCode: ['text.postalCode', 'text.postalCodeDigits', 'text.tooShort', 'text.tooLong'],
}

/** Other codes mean that a programme was closed in the meantime. */
function choicesMessage(code: string, params: NonNullable<Issue['params']>): string {
  if (code === 'required') return translate('apply:missing.choices', { number: params.number ?? 1 })
  return translate(code === 'set.repeated' ? 'apply:wrong.choicesTwice' : 'apply:wrong.choices')
}

function fieldSpecificMessage(
  field: string,
  { code, params = {} }: Issue,
  values: DraftValues,
  language: Language,
): string | null {
  // The issue of one value of a table does not concern the whole answer.
  if (params.row !== undefined) return null
  const grade = findGradeLabel(field)
  if (grade !== undefined)
    return code === 'required' || code === 'type.wrong'
      ? translate(code === 'required' ? 'apply:missing.grade' : 'apply:wrong.grade', { grade })
      : null
  const requirement = findRequirementLabel(field) ?? findFormLabel(field, values)
  if (requirement !== undefined && code === 'required')
    return translate('apply:missing.requirement', { requirement })
  if (code === mistypedCode) return translate('apply:suggestion', params)
  if (field === 'choices') return choicesMessage(code, params)
  if (code === 'required' || code === 'notice.required')
    return translate(
      `apply:missing.${isDocumentName(field) ? documentTextKey(field, values) : field}`,
    )
  if (code === otherDocumentCode)
    return translate('apply:otherDocument', {
      before: translate(`apply:documents.${params.before}.label`),
      now: draftFieldLabel(field, values),
    })
  if (code === 'file.unknown')
    return translate('apply:notSent', { document: draftFieldLabel(field, values) })
  if (singleMessageCodes[field]?.includes(code)) {
    const textKey =
      field === 'postalCode' && values.country !== 'RO' ? 'postalCodeElsewhere' : field
    return translate(`apply:wrong.${textKey}`)
  }
  const cnp = compactNationalId(values.cnp)
  switch (`${field} ${code}`) {
    case 'cnp nationalId.length':
      return translate('apply:wrong.cnpLength', { entered: cnp.length })
    case 'cnp nationalId.control':
      return translate('apply:wrong.cnpControl')
    case 'cnp nationalId.firstDigit':
      return translate('apply:wrong.cnpFirstDigit')
    case 'cnp date.tooEarly':
      return translate('apply:wrong.cnpAge', {
        date: formatLongDay(possibleBirthDates(cnp)[0] ?? '1800-01-01', language),
      })
    case 'birthDate date.unreal':
      return params.part ? translate(`apply:wrong.birthDate.${params.part}`) : null
    case 'birthDate nationalId.otherBirthDate': {
      const facts = parseCnpFacts(values.cnp)
      return facts
        ? translate('apply:wrong.birthDate.other', {
            date: formatLongDay(facts.birthDate, language),
          })
        : null
    }
    default:
      return null
  }
}
