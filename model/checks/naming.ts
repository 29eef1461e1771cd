/** Checks names that become parts of URLs, of the API or of tables. */
import { pageName } from '../paths.ts'
import { type AnyResource, fieldEntries } from '../resource.ts'
import type { Report } from './report.ts'

const ofRecord = 'every record has it already'
const ofCondition = 'it joins conditions'
const ofQuery = 'it is a part of the query of every list'
/** Reserved field names, with the reason. */
const reserved: { readonly [name: string]: string } = {
  id: ofRecord,
  version: ofRecord,
  createdAt: ofRecord,
  updatedAt: ofRecord,
  and: ofCondition,
  or: ofCondition,
  not: ofCondition,
  reckoned: 'it begins a condition on an expression',
  sort: ofQuery,
  search: ofQuery,
  view: ofQuery,
  asOf: ofQuery,
  only: ofQuery,
  pageNumber: ofQuery,
  pageSize: ofQuery,
  reason: 'a change of settings and of states carries its reason under it',
  constructor: 'JavaScript gives every object one',
}

const fieldShape = /^[a-z][A-Za-z0-9]{0,39}$/
const nameShape = /^[a-z][A-Za-z0-9]{0,59}$/
const entityShape = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const pathShape = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/
const maxNameLength = 40
/** Pages of every area other than those of resources (`paths.ts`). */
const builtInPages = ['account', 'jobs']

/** Reports invalid names of fields, entities, paths and pages. */
export function checkSpelling(resource: AnyResource, report: Report): void {
  const at = (part: string) => `${resource.name}.${part}`
  for (const [name] of fieldEntries(resource)) {
    if (Object.hasOwn(reserved, name))
      report(
        at(name),
        `is not a usable field name: ${reserved[name]}. These names are taken: ${Object.keys(reserved).join(', ')}. Use another name, and say in texts.fields what people read`,
      )
    else if (!fieldShape.test(name))
      report(at(name), 'is not a usable field name: it starts with a small letter and has at most 40 letters and digits, such as startsOn')
  }
  for (const [part, names] of Object.entries({
    sections: resource.sections,
    rules: resource.rules,
    actions: resource.actions,
    'list.views': resource.list.views,
    'workflow.transitions': resource.workflow?.transitions,
  }))
    for (const name of Object.keys(names ?? {}))
      if (!nameShape.test(name))
        report(at(`${part}.${name}`), 'is not a usable name: it starts with a small letter and has letters and digits, such as inUse')
  if (!entityShape.test(resource.name) || resource.name.length > maxNameLength)
    report(
      at('name'),
      `is ${JSON.stringify(resource.name)}: an entity has a name of small letters, digits and single -, at most ${maxNameLength}`,
    )
  const paths = {
    path: resource.path,
    ...Object.fromEntries(Object.entries(resource.paths ?? {}).map(([call, path]) => [`paths.${call}`, path])),
  }
  for (const [part, path] of Object.entries(paths))
    if (!pathShape.test(path))
      report(
        at(part),
        `is ${JSON.stringify(path)}: a path has small letters, digits and single -, with / between its parts, such as lecture-halls`,
      )
  if (resource.page !== undefined && !entityShape.test(resource.page))
    report(at('page'), `is ${JSON.stringify(resource.page)}: a page has small letters, digits and single -, such as lecture-halls`)
}

/** Reports resources that share a path or a page, or use a page that every area has. */
export function checkPaths(resources: readonly AnyResource[], report: Report): void {
  const [paths, pages] = [new Map<string, string>(), new Map<string, string>()]
  for (const resource of resources) {
    const { name, path } = resource
    const page = pageName(resource)
    if (paths.has(path)) report(`${name}.path`, `is used by another resource: ${path}, of ${paths.get(path)}`)
    else paths.set(path, name)
    const place = resource.page === undefined ? name : `${name}.page`
    if (builtInPages.includes(page)) report(place, `has the page ${page}, which every area has for something else: give it another page`)
    else if (pages.has(page)) report(place, `has the page ${page}, which ${pages.get(page)} has as well: give it another page`)
    else pages.set(page, name)
  }
}
