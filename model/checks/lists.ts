/** Checks that each part of a list can use the fields it names. */
import { isGranted, isReadable, isWritable } from '../access.ts'
import { type FieldSpec, familyOf, hasTrait, isEncrypted, isSortable } from '../field.ts'
import type { Family } from '../kind.ts'
import { type AnyResource, fieldOf } from '../resource.ts'
import { type Role, roles } from '../vocabulary.ts'
import type { Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

const searchable: readonly Family[] = ['text', 'ascii']
const countable: readonly Family[] = ['word', 'words', 'boolean', 'number', 'id', 'ids']
const titled: readonly Family[] = ['text', 'ascii', 'number', 'boolean', 'date', 'instant', 'word', 'id']

/** How error messages describe a field: its type, and whether it is encrypted. */
const called = (spec: FieldSpec) => (isEncrypted(spec) ? `an encrypted field of the kind ${spec.kind}` : `of the kind ${spec.kind}`)

/** Reports fields that a list names and cannot use. Unknown names are reported by `names.ts`. */
export function checkLists(all: All, resource: AnyResource, report: Report): void {
  const { list } = resource
  /** Reports each named field for which `problemOf` returns a problem, and each name that is repeated. */
  const look = (part: string, names: readonly string[] = [], problemOf: (spec: FieldSpec, name: string) => string | false) => {
    for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index)))
      report(`${resource.name}.${part}`, `names ${name} twice`)
    for (const name of new Set(names)) {
      const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
      const problem = spec && problemOf(spec, name)
      if (problem) report(`${resource.name}.${part}`, `names ${name}, ${problem}`)
    }
  }
  const shown = (spec: FieldSpec) => !hasTrait(spec, 'column') && `which is ${called(spec)}: a list cannot show it, so leave it out`
  const sorted = (spec: FieldSpec) => !isSortable(spec) && `which is ${called(spec)}: its values have no order, so sort by another field`
  const withoutSign = (names: readonly string[] = []) => names.map((name) => name.replace(/^-/, ''))

  look('list.columns', list.columns, shown)
  look('summary', resource.summary, shown)
  look('list.sort', withoutSign(list.sort), sorted)
  look(
    'list.search',
    list.search,
    (spec) =>
      (!searchable.includes(familyOf(spec)) || spec.options.computed !== undefined) &&
      `which is ${spec.options.computed === undefined ? called(spec) : 'computed'}: a search looks in stored texts only, so leave it out or name it in list.filters`,
  )
  look(
    'list.filters',
    list.filters,
    (spec) => familyOf(spec) === 'none' && `which is ${called(spec)}: it has no value to compare, so leave it out`,
  )
  look(
    'list.facets',
    list.facets,
    (spec) =>
      !countable.includes(familyOf(spec)) &&
      `which is ${called(spec)}: its values are too many to count, so name a choice, a number, yes or no, or a reference`,
  )
  look(
    'list.headings',
    list.headings,
    (_, name) => !columnsOf(resource).includes(name) && 'which is no column, so nothing shows the heading',
  )
  look(
    'list.searchThrough',
    list.searchThrough,
    (spec) =>
      'to' in spec &&
      all[spec.to] !== undefined &&
      (all[spec.to]?.list.search ?? []).length === 0 &&
      `whose entity ${spec.to} has no list.search: name the texts to search there`,
  )
  look('list.editable', list.editable, (spec, name) => {
    if (isEncrypted(spec)) return `which is ${called(spec)}: a list shows it masked, and a masked value cannot be edited`
    const mayEdit = roles.some((role) => isGranted(resource, role, 'update') && isWritable(resource, role, name, 'update'))
    return !mayEdit && 'which no role may change: leave it out, or let a role update records and write it'
  })
  for (const [view, { columns, sort }] of Object.entries(list.views ?? {})) {
    look(`list.views.${view}.columns`, columns, shown)
    look(`list.views.${view}.sort`, withoutSign(sort), sorted)
  }
  look(
    'title',
    resource.title,
    (spec) => !titled.includes(familyOf(spec)) && `which is ${called(spec)}: it has no words for a title, so name another field`,
  )
  checkTitleReaders(resource, report)
}

const columnsOf = ({ list }: AnyResource) => [...list.columns, ...Object.values(list.views ?? {}).flatMap(({ columns = [] }) => columns)]

/** Reports title fields that a role cannot read although it may know of the record: titles are shown wherever a record is mentioned. */
function checkTitleReaders(resource: AnyResource, report: Report): void {
  const title = resource.title.filter((one) => Object.hasOwn(resource.fields, one))
  // An optional part may be missing if another part is always there.
  const named = title.filter((one) => !fieldOf(resource, one).options.optional)
  // `names.ts` reports titles that can be empty.
  if (named.length === 0) return
  for (const name of title) {
    const isMissed = (role: Role) => !fieldOf(resource, name).options.optional || !named.some((one) => isReadable(resource, role, one))
    const hidden = roles.filter((role) => isGranted(resource, role, 'name') && !isReadable(resource, role, name) && isMissed(role))
    if (hidden.length > 0)
      report(
        `${resource.name}.title`,
        `names ${name}, which ${hidden.join(', ')} may not read: records would have no name there, so name a field that all readers may read`,
      )
  }
}
