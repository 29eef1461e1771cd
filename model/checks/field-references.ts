/** Checks that the field names used in the parts of a declaration exist. */
import { messageKeys } from '../message-keys.ts'
import { comparisonsOf, isOr, type Predicate } from '../predicate.ts'
import { type AnyResource, fieldOf, isFieldType, sectionFields } from '../resource.ts'
import { translationOf } from '../translated-fields.ts'
import { didYouMean, type Report } from './report.ts'

/** `unknown field "capcity". Did you mean "capacity"?` */
export const unknownField = (name: string, { fields }: Pick<AnyResource, 'fields'>) =>
  `unknown field "${name}"${didYouMean(name, Object.keys(fields))}`

export function checkNames(resource: AnyResource, report: Report): void {
  const { list } = resource
  const at = (part: string) => `${resource.name}.${part}`
  const known = (part: string, names: readonly string[] = []) => {
    for (const name of names) {
      const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
      const translation = spec && translationOf(spec)
      if (!spec) report(at(part), unknownField(name, resource))
      else if (translation) report(at(part), `field "${name}" is a translation of "${translation.field}". Use "${translation.field}".`)
    }
  }
  if (resource.title.length === 0 && !resource.singleton) report(at('title'), 'needs at least one field')
  known('title', resource.title)
  checkTitle(resource, report)
  known('list.columns', list.columns)
  known('summary', resource.summary)
  known('list.sort', list.sort.map(withoutSign))
  for (const part of ['filters', 'facets', 'search', 'headings', 'editable'] as const) known(`list.${part}`, list[part])
  for (const name of list.searchThrough ?? [])
    if (resource.fields[name]?.kind !== 'reference') report(at('list.searchThrough'), `field "${name}" is not a reference`)
  if (list.defaultView !== undefined && !list.views?.[list.defaultView])
    report(at('list.defaultView'), `unknown view "${list.defaultView}"${didYouMean(list.defaultView, Object.keys(list.views ?? {}))}`)
  for (const name of list.editable ?? []) if (!list.columns.includes(name)) report(at('list.editable'), `field "${name}" is not a column`)
  for (const [name, { columns = [], sort = [] }] of Object.entries(list.views ?? {}))
    known(`list.views.${name}`, [...columns, ...sort.map(withoutSign)])
  const placed = Object.values(resource.sections).flatMap(sectionFields)
  known('sections', placed)
  for (const name of new Set(placed.filter((one, index) => placed.indexOf(one) !== index)))
    report(at('sections'), `field "${name}" is listed twice`)
  known('form', Object.keys(resource.form ?? {}))
  checkTexts(resource, report)
  for (const group of resource.unique ?? []) known('unique', group)
  const { key = [], fallbackKey = [], previewColumns = [] } = resource.import ?? {}
  known(
    'import',
    [...key, ...fallbackKey, ...previewColumns].filter((name) => Object.hasOwn(resource.fields, name)),
  )
}

/** A title must never be empty, and must identify the record whichever of its optional fields have values. */
function checkTitle(resource: AnyResource, report: Report): void {
  const title = resource.title.filter((name) => Object.hasOwn(resource.fields, name))
  const fail = (problem: string) => report(`${resource.name}.title`, problem)
  const optional = title.filter((name) => fieldOf(resource, name).options.optional)
  const filled = title.filter((name) => !optional.includes(name))
  if (title.length > 0 && filled.length === 0) {
    fail(`may be empty, because all of its fields are optional (${optional.join(', ')}). Add a required field.`)
    return
  }
  const subjects = optional.filter((name) => isFieldType(fieldOf(resource, name), 'reference'))
  const alternatives = Object.values(resource.rules ?? {}).map(({ check }) => presentOneOf(check))
  const tellsApart = (name: string) => isFieldType(fieldOf(resource, name), 'reference') || fieldOf(resource, name).options.unique === true
  for (const name of subjects) {
    const others = alternatives.find((names) => names.includes(name))
    const missing = others?.filter((other) => !title.includes(other)) ?? []
    if (missing.length > 0) fail(`has "${name}", but not ${missing.join(', ')}, which a record may have instead. Add it.`)
    if (!others && !filled.some(tellsApart))
      fail(`not unique when "${name}" is empty: only ${filled.join(', ')} remains. Add a unique field or a required reference.`)
  }
}

/** Fields of which a condition requires at least one to have a value. */
const presentOneOf = (check: Predicate): string[] =>
  isOr(check)
    ? check.or.flatMap((part) => (isOr(part) ? [] : comparisonsOf(part).flatMap(([name, { isNull }]) => (isNull === false ? [name] : []))))
    : []

/** Reports texts for things that the declaration does not have. They would never be used. */
function checkTexts(resource: AnyResource, report: Report): void {
  const keys = new Set([...messageKeys(resource), ...Object.keys(resource.fields).map((name) => `${resource.name}.help.${name}`)])
  const walk = (part: object, path: string) => {
    for (const [name, words] of Object.entries(part)) {
      const key = `${path}.${name}`
      if (typeof words === 'object') walk(words, key)
      else if (!keys.has(key)) {
        const siblings = [...keys].filter((other) => other.startsWith(`${path}.`)).map((other) => other.slice(path.length + 1))
        report(`${resource.name}.texts${key.slice(resource.name.length)}`, `unknown key${didYouMean(name, siblings)}`)
      }
    }
  }
  walk(resource.texts ?? {}, resource.name)
}

const withoutSign = (name: string) => name.replace(/^-/, '')
