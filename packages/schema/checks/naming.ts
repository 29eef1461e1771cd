/** Checks names that become parts of URLs, of the API or of tables. */
import { pageName } from '../paths.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries } from '../resource-fields.ts'
import type { Report } from './report.ts'

const recordReason = 'every record already has it'
const conditionReason = 'it combines conditions'
const queryReason = 'it is a query parameter of every list'
/** Reserved field names, with the reason. */
const reserved: { readonly [name: string]: string } = {
  id: recordReason,
  version: recordReason,
  createdAt: recordReason,
  updatedAt: recordReason,
  and: conditionReason,
  or: conditionReason,
  not: conditionReason,
  expression: 'it starts a condition on an expression',
  sort: queryReason,
  search: queryReason,
  view: queryReason,
  asOf: queryReason,
  only: queryReason,
  pageNumber: queryReason,
  pageSize: queryReason,
  reason: 'settings changes and transitions use it for their reason',
  constructor: 'every JavaScript object has it',
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
  const pathOf = (part: string) => `${resource.name}.${part}`
  for (const [name] of fieldEntries(resource)) {
    if (Object.hasOwn(reserved, name))
      report(
        pathOf(name),
        `reserved field name: ${reserved[name]}. Reserved names: ${Object.keys(reserved).join(', ')}. Use another name, and put the label in texts.fields.`,
      )
    else if (!fieldShape.test(name))
      report(
        pathOf(name),
        'invalid field name. Start with a lower-case letter and use at most 40 letters and digits, for example startsOn.',
      )
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
        report(
          pathOf(`${part}.${name}`),
          'invalid name. Start with a lower-case letter and use only letters and digits, for example inUse.',
        )
  if (!entityShape.test(resource.name) || resource.name.length > maxNameLength)
    report(
      pathOf('name'),
      `invalid entity name ${JSON.stringify(resource.name)}. Use lower-case letters, digits and single hyphens, at most ${maxNameLength} characters.`,
    )
  const paths = {
    path: resource.path,
    ...Object.fromEntries(
      Object.entries(resource.paths ?? {}).map(([call, path]) => [`paths.${call}`, path]),
    ),
  }
  for (const [part, path] of Object.entries(paths))
    if (!pathShape.test(path))
      report(
        pathOf(part),
        `invalid path ${JSON.stringify(path)}. Use lower-case letters, digits and single hyphens, with / between parts, for example order-lines.`,
      )
  if (resource.page !== undefined && !entityShape.test(resource.page))
    report(
      pathOf('page'),
      `invalid page ${JSON.stringify(resource.page)}. Use lower-case letters, digits and single hyphens, for example order-lines.`,
    )
}

/** Reports resources that share a path or a page, or use a reserved page. */
export function checkPaths(resources: readonly AnyResource[], report: Report): void {
  const [paths, pages] = [new Map<string, string>(), new Map<string, string>()]
  for (const resource of resources) {
    const { name, path } = resource
    const page = pageName(resource)
    if (paths.has(path))
      report(`${name}.path`, `"${path}" is already the path of "${paths.get(path)}"`)
    else paths.set(path, name)
    const place = resource.page === undefined ? name : `${name}.page`
    if (builtInPages.includes(page))
      report(place, `page "${page}" is reserved in every area. Use another page.`)
    else if (pages.has(page))
      report(place, `page "${page}" is already the page of "${pages.get(page)}". Use another page.`)
    else pages.set(page, name)
  }
}
