/** Checks grants, powers, the import key and dependants of a resource. */

import { isFieldType } from '../field.ts'
import { holdsPersonalData } from '../powers.ts'
import { fieldsRead } from '../predicate.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries, storedEntries } from '../resource-fields.ts'
import type { GrantName } from '../vocabulary.ts'
import { errorStatus } from '../wire/errors.ts'
import { checkCondition } from './conditions.ts'
import { unknownField } from './field-references.ts'
import { didYouMean, type Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

export function checkAccess(all: All, resource: AnyResource, report: Report): void {
  const fields = Object.fromEntries(storedEntries(resource))
  for (const [role, access] of Object.entries(resource.access)) {
    for (const [grant, rows] of Object.entries(access)) {
      const path = `${resource.name}.access.${role}.${grant}`
      if (typeof rows !== 'object') continue
      if ('scope' in rows && grant !== 'read')
        report(path, 'only read grants can have a scope. Use true or { where: … }.')
      if (!('where' in rows)) continue
      const paths = fieldsRead(rows.where).filter((name) => name.includes('.'))
      if (grant === 'create' && paths.length > 0)
        report(
          path,
          `cannot read ${paths.join(', ')}: a new record has no references yet. Use fields of the record itself.`,
        )
      checkCondition(path, rows.where, { resource, fields, id: true, all }, report)
    }
    const fail = (problem: string) => report(`${resource.name}.access.${role}`, problem)
    if (Object.keys(access).length > 0 && !('read' in access))
      fail('has grants, but not read. Add read.')
    if ('bulk' in access && !('update' in access || 'act' in access))
      fail('bulk requires update or act')
    if ('import' in access && !('update' in access)) fail('import requires update')
  }
}

/**
 * Reports options about reauthentication and powers that contradict the rest of the declaration.
 */
export function checkPowers(resource: AnyResource, report: Report): void {
  const { name, exportRequiresReauthentication, power, access } = resource
  const isAnyGranted = (grants: readonly GrantName[]) =>
    Object.values(access).some((roleAccess) =>
      grants.some((grant) => roleAccess?.[grant] !== undefined),
    )
  if (exportRequiresReauthentication !== undefined && !isAnyGranted(['export']))
    report(
      `${name}.exportRequiresReauthentication`,
      'has no effect, because no role may export the records',
    )
  if (exportRequiresReauthentication === false && holdsPersonalData(resource))
    report(
      `${name}.exportRequiresReauthentication`,
      'must not be false, because reads are logged or fields are encrypted. Remove it.',
    )
  if (power && !isAnyGranted(['create', 'update', 'act']))
    report(`${name}.power`, 'has no effect, because no role may write the records')
  for (const [field, spec] of fieldEntries(resource)) {
    if (
      spec.options.power &&
      !spec.options.requiresReauthentication &&
      isFieldType(spec, 'choice') &&
      spec.options.power === 'accounts'
    )
      report(
        `${name}.${field}`,
        'a choice with the power "accounts" must require the password. Set requiresReauthentication: true.',
      )
  }
}

export function checkImport(all: All, resource: AnyResource, report: Report): void {
  const fail = (problem: string) => report(`${resource.name}.import.key`, problem)
  const canImportOrExport = ({ access }: AnyResource) =>
    Object.values(access).some((each) => each.import || each.export)
  if (Object.values(resource.access).some((access) => access.import) && !resource.import)
    report(
      `${resource.name}.access`,
      'import is granted, but the resource has no import.key to identify records',
    )
  const spec = resource.import
  if (!spec) return
  const refersHere = (other: AnyResource) =>
    Object.values(other.fields).some((each) => 'to' in each && each.to === resource.name)
  if (![resource, ...Object.values(all).filter(refersHere)].some(canImportOrExport))
    report(
      `${resource.name}.import`,
      'has no effect, because no role may import or export the records. Grant import or export in access, or remove it.',
    )
  const names = [...spec.key, ...(spec.fallbackKey ?? [])]
  for (const name of names)
    if (!Object.hasOwn(resource.fields, name)) fail(unknownField(name, resource))
  const isUnique =
    (spec.key.length === 1 && resource.fields[spec.key[0] ?? '']?.options.unique) ||
    resource.unique?.some(
      (group) => group.length === spec.key.length && group.every((name) => spec.key.includes(name)),
    )
  if (!isUnique) fail(`not unique: ${spec.key.join(', ')}. Declare the fields as unique.`)
  for (const name of spec.key) {
    const part = resource.fields[name]
    if (part?.type === 'reference' && !all[part.to]?.import)
      fail(`field "${name}" refers to "${part.to}", which has no import.key`)
  }
}

export function checkDependants(all: All, resource: AnyResource, report: Report): void {
  for (const [name, { field, where = {}, matchesSetting: current, restrict }] of Object.entries(
    resource.dependants ?? {},
  )) {
    const path = `${resource.name}.dependants.${name}`
    const dependant = all[name]
    if (!dependant) {
      report(path, `unknown resource "${name}"${didYouMean(name, Object.keys(all))}`)
      continue
    }
    const reference = dependant.fields[field]
    if (reference?.type !== 'reference' || reference.to !== resource.name)
      report(path, `"${name}.${field}" must be a reference to "${resource.name}"`)
    for (const filter of [field, ...Object.keys(where), ...(current ? [current] : [])])
      if (!dependant.list.filters?.includes(filter))
        report(path, `add "${filter}" to list.filters of "${name}"`)
    if (current !== undefined && !Object.hasOwn(all.settings?.fields ?? {}, current))
      report(path, `unknown setting "${current}"`)
    if (restrict === undefined) continue
    if (typeof restrict === 'string' && !Object.hasOwn(errorStatus, restrict))
      report(`${path}.restrict`, `unknown error code "${restrict}"`)
    if (resource.fields.isActive?.type !== 'boolean')
      report(
        `${path}.restrict`,
        'requires a boolean field isActive, because it concerns deactivating records',
      )
    if (current !== undefined)
      report(
        `${path}.restrict`,
        `cannot be combined with current: "${current}" may change later. Remove one of the two.`,
      )
  }
}
