/** Answers to the questions of a form, as an application draft stores them. */
import { translate } from '@matricola/console/i18n.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { possibleFees } from '#resources/admission/admission-fee.ts'
import { forDegree } from '#resources/admission/concurrent-admissions.ts'
import {
  askedItems,
  factsWithAnswers,
  fixedItemTexts,
  parseTypedAnswer,
  validateAnswers,
} from '#resources/admission/form-answers.ts'
import {
  type FormItem,
  type FormTexts,
  factSuppliedBy,
  itemsOf,
} from '#resources/admission/form-content.ts'
import { type FormFacts, formFactsOf } from '#resources/admission/form-facts.ts'
import { isItemId } from '#resources/admission/form-item-id.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireMerit } from '#resources/admission/wire-merit.ts'
import { birthDateOf } from '#resources/draft-recovery.ts'
import { documentSize, findChosenFile } from '../../documents/document-state.ts'
import type { DraftValues } from '../application-draft.ts'
import {
  choicesToSubmit,
  chosenRankingRules,
  findProgramme,
  reservedPlaceKinds,
  typedQuestionAnswer,
  withQuestionAnswer,
} from '../choices/choices.ts'
import { openUploads } from '../draft-files.ts'
import { findForm, hasFormForEach } from '../steps/steps.ts'
import { typedAnswerText } from './item-input.tsx'

/** Counts as the answer while a document is being uploaded. Submitting waits for the upload. */
const uploadInProgress = '00000000-0000-4000-8000-000000000000'

/** The id of the uploaded file; undefined if none was chosen or it was rejected. */
export function fileAnswer(id: string): string | undefined {
  const state = openUploads().state(id)
  if (state.step === 'done') return state.sent.id
  return state.step === 'empty' || (state.step === 'failed' && !state.canRetry)
    ? undefined
    : uploadInProgress
}

/** The facts about the applicant, as the draft states them. */
function factsOf(values: DraftValues, publicConfig: WireIntake): FormFacts {
  const choices = choicesToSubmit(values, publicConfig)
  const programmes = choices.flatMap(
    ({ specializationId }) => findProgramme(publicConfig, specializationId) ?? [],
  )
  const { closesAt } = forDegree(
    publicConfig,
    publicConfig.concurrentAdmissions,
    programmes[0]?.cycle ?? '',
  )
  return formFactsOf({
    identityType: values.identityType,
    citizenship: values.citizenship,
    birthDate: typedBirthDate(values),
    programmes,
    fundingPreferences:
      chosenRankingRules(values, publicConfig).length > 0
        ? choices.map(({ fundingPreference }) => fundingPreference)
        : [],
    placeKindId:
      reservedPlaceKinds(values, publicConfig).find(({ id }) => id === values.placeKindId)?.id ??
      null,
    lastDay: today(new Date(closesAt ?? publicConfig.now)),
  })
}

/** Empty until it is complete. */
function typedBirthDate(values: DraftValues): string {
  const birthDate = birthDateOf(values)
  return /^\d{4}-\d\d-\d\d$/.test(birthDate) ? birthDate : ''
}

/** The fees that the applicant can have for a programme, by the facts that the draft states so far. */
export function possibleApplicationFees(
  { applicationFee, feeExceptions = [] }: FeesOfProgramme,
  values: DraftValues,
  publicConfig: WireIntake,
): readonly number[] {
  const form = openForm(values, publicConfig)
  const facts = form
    ? factsWithAnswers(form.content, form.facts, form.answers)
    : factsOf(values, publicConfig)
  const unanswered = form
    ? askedItems(form.content, form.facts, form.answers).flatMap(({ item }) =>
        form.answers[item.id] === undefined ? (factSuppliedBy(item) ?? []) : [],
      )
    : []
  // The first step asks for them together, and some have a default there.
  const isIdentified = typedBirthDate(values) !== '' && values.citizenship !== ''
  const unknown = new Set<string>([...unanswered, ...(isIdentified ? [] : identityFacts)])
  return possibleFees(
    { amount: applicationFee, exceptions: feeExceptions },
    Object.fromEntries(Object.entries(facts).filter(([name]) => !unknown.has(name))),
  )
}
const identityFacts = ['identityType', 'citizenship', 'citizenshipGroup', 'age', 'isMinor']
type FeesOfProgramme = Pick<WireMerit, 'applicationFee' | 'feeExceptions'>

/** The form with what is known about the applicant; null if there is no form. */
function openForm(values: DraftValues, publicConfig: WireIntake) {
  const form = findForm(values, publicConfig)
  if (!form) return null
  const facts = factsOf(values, publicConfig)
  const answers = Object.fromEntries(
    itemsOf(form.content).flatMap((item) => {
      const answer =
        item.type === 'file'
          ? fileAnswer(item.id)
          : parseTypedAnswer(item, offeredAnswer(item, values))
      return answer === undefined ? [] : [[item.id, answer]]
    }),
  )
  return { ...form, facts, answers }
}

/** The typed answer, without options that a newer version of the form no longer offers. */
function offeredAnswer(item: FormItem, values: DraftValues): string {
  const typed = typedQuestionAnswer(values, item.id)
  if (!('options' in item)) return typed
  const offered = new Set(item.options.map(({ id }) => id))
  return typed
    .split(' ')
    .filter((option) => offered.has(option))
    .join(' ')
}

/**
 * Answers in the draft that the published form no longer has a place for: labels of questions, and
 * of options. They stay in the draft, in case the question returns, but are not sent.
 */
export function removedAnswers(
  values: DraftValues,
  publicConfig: WireIntake,
): { readonly questions: readonly FormTexts[]; readonly options: readonly FormTexts[] } {
  const form = findForm(values, publicConfig)
  if (!form) return { questions: [], options: [] }
  const isAnswered = (id: string) => typedQuestionAnswer(values, id).trim() !== ''
  const chosen = new Set(
    itemsOf(form.content).flatMap((item) =>
      'options' in item ? typedQuestionAnswer(values, item.id).split(' ') : [],
    ),
  )
  const labelsOf = (isUsed: (id: string) => boolean) =>
    form.removed.filter(({ id }) => isUsed(id)).map(({ label }) => label)
  return { questions: labelsOf(isAnswered), options: labelsOf((id) => chosen.has(id)) }
}

/**
 * Whether the question was not asked yet when the applicant answered the others.
 * `withItemAnswer` records the questions that were.
 */
export function isNewItem(id: string, values: DraftValues): boolean {
  const seen = Object.keys(JSON.parse(values.answers || '{}')).filter(isItemId)
  return seen.length > 0 && !seen.includes(id)
}

/** Stores an answer, and an empty one for each other question that the applicant sees. */
export function withItemAnswer(
  id: string,
  text: string,
  values: DraftValues,
  publicConfig: WireIntake,
): string {
  const answered = { ...values, answers: withQuestionAnswer(values, id, text) }
  return askedItemIds(answered, publicConfig).reduce(
    (answers, asked) =>
      withQuestionAnswer({ ...values, answers }, asked, typedQuestionAnswer(answered, asked)),
    answered.answers,
  )
}

/**
 * The questions that the applicant is asked, by page, with the texts for this applicant. Pages
 * without any are left out.
 */
export function askedPages(values: DraftValues, publicConfig: WireIntake) {
  const form = openForm(values, publicConfig)
  if (!form) return []
  const asked = askedItems(form.content, form.facts, form.answers).map(
    ({ item, isRequired, label, help }) => ({ item: { ...item, label, help }, isRequired }),
  )
  return form.content.pages.flatMap(({ id, title, items }) => {
    const ids = new Set(items.map((item) => item.id))
    const ofPage = asked.filter(({ item }) => ids.has(item.id))
    return ofPage.length > 0 ? [{ id, title, items: ofPage }] : []
  })
}

/** Ids of the questions that the applicant is asked. */
export const askedItemIds = (values: DraftValues, publicConfig: WireIntake): readonly string[] =>
  askedPages(values, publicConfig).flatMap(({ items }) => items.map(({ item }) => item.id))

/** Documents that must have arrived before the application is sent. */
export const documentsToSend = (values: DraftValues, publicConfig: WireIntake): readonly string[] =>
  askedPages(values, publicConfig).flatMap(({ items }) =>
    items.flatMap(({ item: { id, type }, isRequired }) =>
      type === 'file' && (isRequired || fileAnswer(id) !== undefined) ? [id] : [],
    ),
  )

/** Answers to questions that are asked no longer are not sent. */
function answersToSubmit(values: DraftValues, publicConfig: WireIntake) {
  const form = openForm(values, publicConfig)
  const asked = new Set(askedItemIds(values, publicConfig))
  return (
    form && {
      ...form,
      answers: Object.fromEntries(Object.entries(form.answers).filter(([id]) => asked.has(id))),
    }
  )
}

export function itemIssues(values: DraftValues, publicConfig: WireIntake): FieldIssues {
  const form = answersToSubmit(values, publicConfig)
  return form ? validateAnswers(form.content, form.facts, form.answers).issues : {}
}

/** The part of a submission for the form. */
export function itemSubmission(values: DraftValues, publicConfig: WireIntake) {
  const form = answersToSubmit(values, publicConfig)
  return form ? { formVersionId: form.id, answers: form.answers } : {}
}

/** The question of the applicant's form, before one of another form with the same id. */
const findItem = (
  id: string,
  values: DraftValues,
  publicConfig: WireIntake,
): FormItem | undefined =>
  [findForm(values, publicConfig), ...(publicConfig.forms ?? [])]
    .flatMap((form) => (form ? itemsOf(form.content) : []))
    .find((item) => item.id === id)

function itemLabel(
  id: string,
  values: DraftValues,
  publicConfig: WireIntake,
  language: Language,
): string {
  const asked = askedPages(values, publicConfig)
    .flatMap(({ items }) => items.map(({ item }) => item))
    .find((item) => item.id === id)
  const item = asked ?? findItem(id, values, publicConfig)
  if (!item) return id
  const label = textIn(item.label, language, publicConfig.language)
  return isNewItem(id, values) ? translate('formItems:new', { label }) : label
}

/**
 * The texts that the form has for a field or document of every application, if any. Until a
 * programme is chosen, only texts that the forms of all degrees have.
 */
function fixedTexts(name: string, values: DraftValues, publicConfig: WireIntake) {
  const { forms = [] } = publicConfig
  if (!forms.some(({ content }) => content.fixed?.some(({ field }) => field === name)))
    return undefined
  const form = openForm(values, publicConfig)
  if (form) return fixedItemTexts(form.content, form.facts, form.answers)[name]
  if (values.specializationId !== '' || !hasFormForEach(publicConfig)) return undefined
  const facts = factsOf(values, publicConfig)
  const [first, ...others] = forms.map(({ content }) => fixedItemTexts(content, facts, {})[name])
  return others.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined
}

/** The label of a question, or that of a field of every application if the form has one. */
export function labelInForm(
  name: string,
  values: DraftValues,
  publicConfig: WireIntake,
  language: Language,
): string | undefined {
  if (isItemId(name)) return itemLabel(name, values, publicConfig, language)
  const label = fixedTexts(name, values, publicConfig)?.label
  return label && textIn(label, language, publicConfig.language)
}

/** The help that the form has for a field or document of every application, if any. */
export const helpInForm = (name: string, values: DraftValues, publicConfig: WireIntake) =>
  fixedTexts(name, values, publicConfig)?.help

/** The answer as the check page shows it. */
export function itemAnswerText(
  id: string,
  values: DraftValues,
  publicConfig: WireIntake,
  language: Language,
): string {
  const item = findItem(id, values, publicConfig)
  if (item?.type === 'file') {
    const state = openUploads().state(id)
    const file = findChosenFile(state)
    return file
      ? formatFileNameAndSize({ name: file.name, bytes: documentSize(state, file) }, language)
      : translate('formItems:none')
  }
  return item
    ? typedAnswerText(item, offeredAnswer(item, values).trim(), language, publicConfig.language)
    : translate('formItems:none')
}
