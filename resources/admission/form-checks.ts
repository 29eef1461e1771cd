/** Reasons why a version of an application form cannot be published. */
import { checkCondition } from '@matricola/schema/checks/conditions.ts'
import type { FieldSpec } from '@matricola/schema/field.ts'
import { fieldsRead } from '@matricola/schema/predicate.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { registrations } from '../registrations.ts'
import { itemSpec } from './form-answers.ts'
import {
  type FormCondition,
  type FormContent,
  type FormItem,
  type FormTexts,
  itemsOf,
} from './form-content.ts'
import { formFacts } from './form-facts.ts'

interface PublicationChecks {
  readonly content: FormContent
  /** The content that is published now; null if there is none. */
  readonly published: FormContent | null
  /** The university's language, in which no text may be missing. */
  readonly language: string
}

/** Returns the reasons why the content cannot be published. */
export function publicationIssues(checks: PublicationChecks): readonly Issue[] {
  const { content, published, language } = checks
  const items = itemsOf(content)
  if (items.length === 0) return [{ code: 'admissionForm.empty' }]
  return [
    ...content.pages.flatMap(({ title }, index) =>
      title[language] === undefined
        ? [{ code: 'admissionForm.titleMissing', params: { number: index + 1 } }]
        : [],
    ),
    ...items.flatMap((item, index) => {
      const params = { question: item.label[language] ?? item.key }
      return itemProblems(item, { ...checks, before: items.slice(0, index) }).map((problem) => ({
        code: `admissionForm.${problem}`,
        params,
      }))
    }),
    ...keyIssues(items, published),
  ]
}

function itemProblems(
  item: FormItem,
  { language, before }: PublicationChecks & { readonly before: readonly FormItem[] },
): readonly string[] {
  const problems: string[] = []
  const textsOfItem: readonly FormTexts[] = [
    item.label,
    ...(item.help ? [item.help] : []),
    ...('options' in item ? item.options.map(({ label }) => label) : []),
  ]
  if (textsOfItem.some((texts) => texts[language] === undefined)) problems.push('textMissing')
  if ('min' in item && item.min !== undefined && item.max !== undefined && item.max < item.min)
    problems.push('emptyRange')
  const conditions: readonly FormCondition[] = [item.asks, item.required].filter(
    (one) => typeof one === 'object',
  )
  const known: Record<string, FieldSpec> = {
    ...formFacts,
    ...Object.fromEntries(before.map((one) => [one.id, itemSpec(one)])),
  }
  for (const condition of conditions)
    if (fieldsRead(condition).some((name) => !Object.hasOwn(known, name)))
      problems.push('conditionUnknown')
    else if (!isWellTyped(condition, known)) problems.push('conditionInvalid')
  return problems
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
      ? [{ code: 'admissionForm.changed', params: { question: earlier.key } }]
      : []
  })
}
