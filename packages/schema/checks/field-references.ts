/** Checks that the field names used in the parts of a declaration exist. */

import { isFieldType } from '../field.ts'
import { messageKeys } from '../message-keys.ts'
import { comparisonsOf, isOr, type Predicate } from '../predicate.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf, sectionFields } from '../resource-fields.ts'
import { translationOf } from '../translated-fields.ts'
import { didYouMean, type Report } from './report.ts'

/** `unknown field "capcity". Did you mean "capacity"?` */
export const unknownField = (name: string, { fields }: Pick<AnyResource, 'fields'>) =>
  `unknown field "${name}"${didYouMean(name, Object.keys(fields))}`

export function checkNames(resource: AnyResource, report: Report): void {
  const { list } = resource
  const pathOf = (part: string) => `${resource.name}.${part}`
  const checkKnown = (part: string, names: readonly string[] = []) => {
    for (const name of names) {
      const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
      const translation = spec && translationOf(spec)
      if (!spec) report(pathOf(part), unknownField(name, resource))
      else if (translation)
        report(
          pathOf(part),
          `field "${name}" is a translation of "${translation.field}". Use "${translation.field}".`,
        )
    }
  }
  if (resource.title.length === 0 && !resource.singleton)
    report(pathOf('title'), 'needs at least one field')
  checkKnown('title', resource.title)
  checkTitle(resource, report)
  checkKnown('list.columns', list.columns)
  checkKnown('summary', resource.summary)
  checkKnown('list.sort', list.sort.map(withoutSign))
  for (const part of ['filters', 'facets', 'search', 'headings', 'editable'] as const)
    checkKnown(`list.${part}`, list[part])
  for (const name of list.searchThrough ?? [])
    if (resource.fields[name]?.type !== 'reference')
      report(pathOf('list.searchThrough'), `field "${name}" is not a reference`)
  if (list.defaultView !== undefined && !list.views?.[list.defaultView])
    report(
      pathOf('list.defaultView'),
      `unknown view "${list.defaultView}"${didYouMean(list.defaultView, Object.keys(list.views ?? {}))}`,
    )
  for (const name of list.editable ?? [])
    if (!list.columns.includes(name))
      report(pathOf('list.editable'), `field "${name}" is not a column`)
  for (const [name, { columns = [], sort = [] }] of Object.entries(list.views ?? {}))
    checkKnown(`list.views.${name}`, [...columns, ...sort.map(withoutSign)])
  const formFields = Object.values(resource.sections).flatMap(sectionFields)
  checkKnown('sections', formFields)
  for (const name of new Set(formFields.filter((one, index) => formFields.indexOf(one) !== index)))
    report(pathOf('sections'), `field "${name}" is listed twice`)
  checkKnown('form', Object.keys(resource.form ?? {}))
  checkTexts(resource, report)
  for (const group of resource.unique ?? []) checkKnown('unique', group)
  const { key = [], fallbackKey = [], previewColumns = [] } = resource.import ?? {}
  checkKnown(
    'import',
    [...key, ...fallbackKey, ...previewColumns].filter((name) =>
      Object.hasOwn(resource.fields, name),
    ),
  )
}

/**
 * A title must never be empty, and must identify the record even if its optional fields are empty.
 */
function checkTitle(resource: AnyResource, report: Report): void {
  const title = resource.title.filter((name) => Object.hasOwn(resource.fields, name))
  const fail = (problem: string) => report(`${resource.name}.title`, problem)
  const optional = title.filter((name) => fieldOf(resource, name).options.optional)
  const required = title.filter((name) => !optional.includes(name))
  if (title.length > 0 && required.length === 0) {
    fail(
      `may be empty, because all of its fields are optional (${optional.join(', ')}). Add a required field.`,
    )
    return
  }
  const optionalReferences = optional.filter((name) =>
    isFieldType(fieldOf(resource, name), 'reference'),
  )
  const alternatives = Object.values(resource.rules ?? {}).map(({ check }) =>
    alternativeFields(check),
  )
  const isDistinctive = (name: string) =>
    isFieldType(fieldOf(resource, name), 'reference') ||
    fieldOf(resource, name).options.unique === true
  for (const name of optionalReferences) {
    const others = alternatives.find((names) => names.includes(name))
    const missing = others?.filter((other) => !title.includes(other)) ?? []
    if (missing.length > 0)
      fail(`has "${name}", but not ${missing.join(', ')}, which a record may have instead. Add it.`)
    if (!others && !required.some(isDistinctive))
      fail(
        `not unique when "${name}" is empty: only ${required.join(', ')} remains. Add a unique field or a required reference.`,
      )
  }
}

/** Fields of which a condition requires at least one to have a value. */
const alternativeFields = (check: Predicate): string[] =>
  isOr(check)
    ? check.or.flatMap((part) =>
        isOr(part)
          ? []
          : comparisonsOf(part).flatMap(([name, { isNull }]) => (isNull === false ? [name] : [])),
      )
    : []

/** Reports texts for things that the declaration does not have. They would never be used. */
function checkTexts(resource: AnyResource, report: Report): void {
  const keys = new Set([
    ...messageKeys(resource),
    ...Object.keys(resource.fields).map((name) => `${resource.name}.help.${name}`),
  ])
  const walk = (part: object, path: string) => {
    for (const [name, value] of Object.entries(part)) {
      const key = `${path}.${name}`
      if (typeof value === 'object') walk(value, key)
      else if (!keys.has(key)) {
        const siblings = [...keys]
          .filter((other) => other.startsWith(`${path}.`))
          .map((other) => other.slice(path.length + 1))
        report(
          `${resource.name}.texts${key.slice(resource.name.length)}`,
          `unknown key${didYouMean(name, siblings)}`,
        )
      }
    }
  }
  walk(resource.texts ?? {}, resource.name)
}

const withoutSign = (name: string) => name.replace(/^-/, '')
