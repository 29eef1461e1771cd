/** Checks that each part of a list can use the fields it names. */
import { isGranted, isReadable, isWritable, rolesWithAccess } from '../access.ts'
import { type FieldSpec, familyOf, hasTrait, isEncrypted, isSortable } from '../field.ts'
import type { Family } from '../field-type.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf } from '../resource-fields.ts'
import type { Role } from '../vocabulary.ts'
import type { Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

const searchableFamilies: readonly Family[] = ['text', 'ascii']
const countableFamilies: readonly Family[] = ['choice', 'choices', 'boolean', 'number', 'id', 'ids']
const titleFamilies: readonly Family[] = [
  'text',
  'ascii',
  'number',
  'boolean',
  'date',
  'instant',
  'choice',
  'id',
]

/** How error messages describe a field: its type, and whether it is encrypted. */
const typeDescription = (spec: FieldSpec) =>
  isEncrypted(spec) ? `encrypted (type ${spec.type})` : `of type ${spec.type}`

/** Reports fields that a list names but cannot use. Unknown names are reported by `names.ts`. */
export function checkLists(all: All, resource: AnyResource, report: Report): void {
  const { list } = resource
  /**
   * Reports each named field for which `problemOf` returns a problem, and each name that is
   * repeated.
   */
  const checkEach = (
    part: string,
    names: readonly string[] = [],
    problemOf: (spec: FieldSpec, name: string) => string | false,
  ) => {
    for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index)))
      report(`${resource.name}.${part}`, `field "${name}" is listed twice`)
    for (const name of new Set(names)) {
      const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
      const problem = spec && problemOf(spec, name)
      if (problem) report(`${resource.name}.${part}`, `field "${name}" ${problem}`)
    }
  }
  const displayProblem = (spec: FieldSpec) =>
    !hasTrait(spec, 'listColumn') &&
    `is ${typeDescription(spec)}, and lists cannot show it. Remove it.`
  const sortProblem = (spec: FieldSpec) =>
    !isSortable(spec) &&
    `is ${typeDescription(spec)}, and its values have no order. Sort by another field.`
  const withoutSign = (names: readonly string[] = []) => names.map((name) => name.replace(/^-/, ''))

  checkEach('list.columns', list.columns, displayProblem)
  checkEach('summary', resource.summary, displayProblem)
  checkEach('list.sort', withoutSign(list.sort), sortProblem)
  checkEach(
    'list.search',
    list.search,
    (spec) =>
      (!searchableFamilies.includes(familyOf(spec)) || spec.options.computed !== undefined) &&
      `is ${spec.options.computed === undefined ? typeDescription(spec) : 'computed'}, and only stored text can be searched. Remove it, or add it to list.filters.`,
  )
  checkEach(
    'list.filters',
    list.filters,
    (spec) =>
      familyOf(spec) === 'none' &&
      `is ${typeDescription(spec)}, and has no value to compare. Remove it.`,
  )
  checkEach(
    'list.facets',
    list.facets,
    (spec) =>
      !countableFamilies.includes(familyOf(spec)) &&
      `is ${typeDescription(spec)}, and has too many values to count. Use a choice, a number, a boolean or a reference.`,
  )
  checkEach(
    'list.headings',
    list.headings,
    (_, name) =>
      !columnsOf(resource).includes(name) &&
      'is not a column, so its heading would never be shown. Remove it.',
  )
  checkEach(
    'list.searchThrough',
    list.searchThrough,
    (spec) =>
      'to' in spec &&
      all[spec.to] !== undefined &&
      (all[spec.to]?.list.search ?? []).length === 0 &&
      `refers to "${spec.to}", which has no list.search. Declare the text fields to search there.`,
  )
  checkEach('list.editable', list.editable, (spec, name) => {
    if (isEncrypted(spec))
      return `is ${typeDescription(spec)}. Lists show it masked, so it cannot be edited there. Remove it.`
    const isEditable = rolesWithAccess(resource).some(
      (role) => isGranted(resource, role, 'update') && isWritable(resource, role, name, 'update'),
    )
    return (
      !isEditable &&
      'cannot be changed by any role. Remove it, or let a role update records and write the field.'
    )
  })
  for (const [view, { columns, sort }] of Object.entries(list.views ?? {})) {
    checkEach(`list.views.${view}.columns`, columns, displayProblem)
    checkEach(`list.views.${view}.sort`, withoutSign(sort), sortProblem)
  }
  checkEach(
    'title',
    resource.title,
    (spec) =>
      !titleFamilies.includes(familyOf(spec)) &&
      `is ${typeDescription(spec)}, and cannot be part of a title. Use another field.`,
  )
  checkTitleReaders(resource, report)
}

const columnsOf = ({ list }: AnyResource) => [
  ...list.columns,
  ...Object.values(list.views ?? {}).flatMap(({ columns = [] }) => columns),
]

/**
 * Reports title fields that a role cannot read although it has the grant `name`: titles are shown
 * wherever a record is mentioned.
 */
function checkTitleReaders(resource: AnyResource, report: Report): void {
  const title = resource.title.filter((one) => Object.hasOwn(resource.fields, one))
  // An optional part may be hidden if another part always has a value that the role can read.
  const required = title.filter((one) => !fieldOf(resource, one).options.optional)
  // `names.ts` reports titles that can be empty.
  if (required.length === 0) return
  for (const name of title) {
    const isNeeded = (role: Role) =>
      !fieldOf(resource, name).options.optional ||
      !required.some((one) => isReadable(resource, role, one))
    const hidden = rolesWithAccess(resource).filter(
      (role) =>
        isGranted(resource, role, 'name') && !isReadable(resource, role, name) && isNeeded(role),
    )
    if (hidden.length > 0)
      report(
        `${resource.name}.title`,
        `${hidden.join(', ')} may not read field "${name}" and would see no name. Use a field that all readers may read.`,
      )
  }
}
