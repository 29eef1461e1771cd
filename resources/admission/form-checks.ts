/** Reasons why a version of an application form cannot be published. */
import { checkCondition } from '@matricola/schema/checks/conditions.ts'
import type { FieldSpec } from '@matricola/schema/field.ts'
import { fieldsRead } from '@matricola/schema/predicate.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { isDocumentName } from '../application-documents.ts'
import { registrations } from '../registrations.ts'
import { isPossible } from './condition-possible.ts'
import { isFixedItem } from './fixed-items.ts'
import { itemSpec } from './form-answers.ts'
import {
  columnsOf,
  type FixedItem,
  type FormColumn,
  type FormCondition,
  type FormContent,
  type FormItem,
  type FormTexts,
  factSuppliedBy,
  itemsOf,
} from './form-content.ts'
import { formFacts, suppliedFacts } from './form-facts.ts'

interface PublicationChecks {
  readonly content: FormContent
  /** The content that is published now; null if there is none. */
  readonly published: FormContent | null
  /** The university's language, in which no text may be missing. */
  readonly language: string
  /** The answers that ranking rules read. */
  readonly ruleReads: readonly RuleRead[]
}

/** A question that the ranking rule of a programme reads. */
export interface RuleRead {
  /** The question by its name in files. */
  readonly key: string
  readonly programme: string
}

/**
 * Returns the reasons why the content cannot be published. `part` in their parameters is the id of
 * the question or page.
 */
export function publicationIssues(checks: PublicationChecks): readonly Issue[] {
  const { content, published, language } = checks
  const items = itemsOf(content)
  if (items.length === 0) return [{ code: 'admissionForm.empty' }]
  const neverAsked = neverAskedItems(items)
  return [
    ...content.pages.flatMap(({ id, title }, index) =>
      title[language] === undefined
        ? [{ code: 'admissionForm.titleMissing', params: { number: index + 1, part: id } }]
        : [],
    ),
    ...items.flatMap((item) => {
      const params = { question: item.label[language] ?? item.key, part: item.id }
      const before = itemsBefore(content, item.id)
      return itemProblems(item, { ...checks, before, neverAsked }).map((problem) => ({
        code: `admissionForm.${problem}`,
        params,
      }))
    }),
    ...(content.fixed ?? []).flatMap((item) => {
      const problems = textProblems(item, {
        language,
        known: knownFields(itemsBefore(content, item.field)),
      })
      return problems.map((problem) => ({
        code: `admissionForm.${problem}`,
        params: { question: item.field, part: item.field },
      }))
    }),
    ...keyIssues(items, published),
    ...ruleIssues(items, checks.ruleReads),
  ]
}

/** Questions that ranking rules read have to be there, and required. */
function ruleIssues(items: readonly FormItem[], ruleReads: readonly RuleRead[]): readonly Issue[] {
  return ruleReads.flatMap(({ key, programme }) => {
    const item = items.find((one) => one.key === key)
    if (item && item.required !== false) return []
    return [
      {
        code: item ? 'admissionForm.ruleReadsOptional' : 'admissionForm.ruleReadsMissing',
        params: { question: key, programme, ...(item && { part: item.id }) },
      },
    ]
  })
}

interface ItemChecks extends PublicationChecks {
  readonly before: readonly FormItem[]
  /** Ids of the questions that no applicant can be asked. */
  readonly neverAsked: ReadonlySet<string>
}

function itemProblems(
  item: FormItem,
  { language, before, neverAsked }: ItemChecks,
): readonly string[] {
  const problems: string[] = []
  const textsOfItem: readonly FormTexts[] = [
    ...wordsIn(item),
    ...('text' in item ? [item.text] : []),
    ...[item, ...columnsOf(item)].flatMap((one) =>
      'options' in one ? one.options.map(({ label }) => label) : [],
    ),
    ...columnsOf(item).map(({ label }) => label),
  ]
  if (textsOfItem.some((texts) => texts[language] === undefined)) problems.push('textMissing')
  if ([item, ...columnsOf(item)].some(hasEmptyRange)) problems.push('emptyRange')
  const conditions: readonly FormCondition[] = [
    item.asks,
    item.required,
    ...(item.variants ?? []).map(({ when }) => when),
  ].filter((one) => typeof one === 'object')
  const known = knownFields(before)
  for (const condition of conditions) {
    const problem = findConditionProblem(condition, known)
    if (problem) problems.push(problem)
    else if (condition === item.required && !isPossible(condition, known, neverAsked))
      problems.push('neverRequired')
  }
  if (neverAsked.has(item.id)) problems.push('neverAsked')
  return problems
}

/**
 * The questions whose answers conditions of a question or field can read. Documents are asked for
 * after all questions, and the other fields that every applicant has before them.
 */
export function itemsBefore(content: FormContent, name: string): readonly FormItem[] {
  const items = itemsOf(content)
  const end = items.findIndex(({ id }) => id === name)
  return end >= 0 ? items.slice(0, end) : isFixedItem(name) && !isDocumentName(name) ? [] : items
}

/** Problems of the texts of a field of every application, and of their conditions. */
function textProblems(
  item: FixedItem,
  { language, known }: Pick<ItemChecks, 'language'> & { readonly known: KnownFields },
): readonly string[] {
  const conditionProblems = (item.variants ?? []).flatMap(
    ({ when }) => findConditionProblem(when, known) ?? [],
  )
  return wordsIn(item).some((texts) => texts[language] === undefined)
    ? ['textMissing', ...conditionProblems]
    : conditionProblems
}

type KnownFields = Readonly<Record<string, FieldSpec>>

const hasEmptyRange = (one: FormItem | FormColumn) =>
  'min' in one && one.min !== undefined && one.max !== undefined && one.max < one.min

/** Conditions have no comparison for tables. */
export const isComparable = ({ type }: FormItem) => type !== 'table'

/** The facts, and the answers to earlier questions and the facts that they supply. */
const knownFields = (before: readonly FormItem[]): KnownFields => ({
  ...Object.fromEntries(factsKnownAfter(before)),
  ...Object.fromEntries(before.filter(isComparable).map((one) => [one.id, itemSpec(one)])),
})

/** The facts with which conditions after these questions can be evaluated. */
export function factsKnownAfter(before: readonly FormItem[]): [name: string, spec: FieldSpec][] {
  const supplied = new Set<string>(before.flatMap((item) => factSuppliedBy(item) ?? []))
  return Object.entries(formFacts).filter(
    ([name]) => !Object.hasOwn(suppliedFacts, name) || supplied.has(name),
  )
}

/**
 * The questions whose condition never holds, also because it reads the answer to such a question.
 * Conditions with other problems are left out.
 */
function neverAskedItems(items: readonly FormItem[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [index, { id, asks }] of items.entries()) {
    if (!asks) continue
    const known = knownFields(items.slice(0, index))
    if (!findConditionProblem(asks, known) && !isPossible(asks, known, found)) found.add(id)
  }
  return found
}

/** The texts of an item and of its variants. */
const wordsIn = ({ label, help, variants = [] }: Partial<FormItem>) =>
  [{ label, help }, ...variants].flatMap((words) =>
    [words.label, words.help].filter((one) => one !== undefined),
  )

/** Returns why a condition over facts and answers cannot be evaluated; null if it can. */
export function findConditionProblem(
  condition: FormCondition,
  known: KnownFields,
): 'conditionUnknown' | 'conditionInvalid' | null {
  if (fieldsRead(condition).some((name) => !Object.hasOwn(known, name))) return 'conditionUnknown'
  return isWellTyped(condition, known) ? null : 'conditionInvalid'
}

/** Whether each comparison has a value that the fact or answer can have. */
function isWellTyped(condition: FormCondition, fields: { readonly [name: string]: FieldSpec }) {
  let isValid = true
  checkCondition('', condition, { resource: asAnyResource(registrations), fields }, () => {
    isValid = false
  })
  return isValid
}

/**
 * The name in files and the type of a published question are fixed, because answers were given under
 * them.
 */
function keyIssues(items: readonly FormItem[], published: FormContent | null): readonly Issue[] {
  const before = new Map((published ? itemsOf(published) : []).map((item) => [item.id, item]))
  return items.flatMap(({ id, key, type }) => {
    const earlier = before.get(id)
    return earlier && (earlier.key !== key || earlier.type !== type)
      ? [{ code: 'admissionForm.changed', params: { question: earlier.key, part: id } }]
      : []
  })
}
