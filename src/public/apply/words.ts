import { dayInWords } from '#model/values/dates.ts'
import { compactNationalId, possibleBirthDates } from '#model/values/national-id.ts'
import type { Language } from '#model/vocabulary.ts'
import type { Issue } from '#model/wire/wire.ts'
import { issueText } from '#providers/http.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import { currentLanguage, text } from '../../i18n.ts'
import { knownIntake } from '../university.ts'
import { askedNamed, gradeLabel } from './choices/choices.ts'
import type { Values } from './draft.ts'
import { factsOfCnp } from './steps/cnp-facts.ts'
import { otherDocument } from './steps/document-issues.ts'
import { documentOf } from './steps/document-words.ts'

/** The message for an issue, specific to the field if there is such a text, else the general one. */
export const wordsAt = (field: string, issue: Issue, values: Values, language: Language): string =>
  ownWords(field, issue, values, language) ?? issueText(issue)

/** The same for the summary, where a general message is preceded by the field's label. */
export const wordsInSummary = (field: string, issue: Issue, values: Values, language: Language): string =>
  ownWords(field, issue, values, language) ?? text('public:summary.entry', { field: labelOf(field, values), message: issueText(issue) })

/** A field's label, as shown above the field. */
export const labelOf = (field: string, values: Values) =>
  gradeNamed(field) ??
  askedCalled(field) ??
  text(isDocumentName(field) ? `apply:documents.${documentOf(field, values)}.label` : `apply:fields.${field}.label`)

/** The label of a grade, or undefined for any other field. */
function gradeNamed(field: string): string | undefined {
  const intake = knownIntake()
  return intake?.merit?.grades.some(({ name }) => name === field) ? gradeLabel(field, intake, currentLanguage()) : undefined
}

/** The label of a question or document that a programme asks for, or undefined for any other field. */
const askedCalled = (field: string): string | undefined => askedNamed(field, knownIntake())?.labels[currentLanguage()]

/** Fields with one message for all errors of format. */
const oneFault: Readonly<Record<string, readonly string[]>> = {
  personalEmail: ['email.malformed'],
  phone: ['phone.malformed'],
  postalCode: ['text.postalCode', 'text.postalCodeDigits', 'text.tooShort', 'text.tooLong'],
}

/** Other codes mean that a programme was closed in the meantime. */
function choicesWords(code: string, params: NonNullable<Issue['params']>): string {
  if (code === 'required') return text('apply:missing.choices', { number: params.number ?? 1 })
  return text(code === 'set.repeated' ? 'apply:wrong.choicesTwice' : 'apply:wrong.choices')
}

function ownWords(field: string, { code, params = {} }: Issue, values: Values, language: Language): string | null {
  const grade = gradeNamed(field)
  if (grade !== undefined)
    return code === 'required' || code === 'type.wrong'
      ? text(code === 'required' ? 'apply:missing.grade' : 'apply:wrong.grade', { grade })
      : null
  const asked = askedCalled(field)
  if (asked !== undefined && code === 'required') return text('apply:missing.asked', { asked })
  if (field === 'choices') return choicesWords(code, params)
  if (code === 'required' || code === 'notice.required')
    return text(`apply:missing.${isDocumentName(field) ? documentOf(field, values) : field}`)
  if (code === otherDocument)
    return text('apply:otherDocument', { before: text(`apply:documents.${params.before}.label`), now: labelOf(field, values) })
  if (code === 'file.unknown') return text('apply:notSent', { document: labelOf(field, values) })
  if (oneFault[field]?.includes(code)) {
    const shape = field === 'postalCode' && values.country !== 'RO' ? 'postalCodeElsewhere' : field
    return text(`apply:wrong.${shape}`)
  }
  const cnp = compactNationalId(values.cnp)
  switch (`${field} ${code}`) {
    case 'cnp nationalId.length':
      return text('apply:wrong.cnpLength', { entered: cnp.length })
    case 'cnp nationalId.control':
      return text('apply:wrong.cnpControl')
    case 'cnp nationalId.firstDigit':
      return text('apply:wrong.cnpFirstDigit')
    case 'cnp date.tooEarly':
      return text('apply:wrong.cnpAge', { date: dayInWords(possibleBirthDates(cnp)[0] ?? '1800-01-01', language) })
    case 'birthDate date.unreal':
      return params.part ? text(`apply:wrong.birthDate.${params.part}`) : null
    case 'birthDate nationalId.otherBirthDate': {
      const facts = factsOfCnp(values.cnp)
      return facts ? text('apply:wrong.birthDate.other', { date: dayInWords(facts.birthDate, language) }) : null
    }
    default:
      return null
  }
}
