/** Checks grants, powers, the import key and dependants of a resource. */

import { holdsPersonalData } from '../powers.ts'
import { fieldsRead } from '../predicate.ts'
import { type AnyResource, fieldEntries, isFieldType, storedEntries } from '../resource.ts'
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
      const place = `${resource.name}.access.${role}.${grant}`
      if (typeof rows !== 'object') continue
      if ('scope' in rows && grant !== 'read') report(place, 'can only be true or a predicate: a scope is for reading')
      if (!('where' in rows)) continue
      const paths = fieldsRead(rows.where).filter((name) => name.includes('.'))
      if (grant === 'create' && paths.length > 0) report(place, `reads ${paths.join(', ')}, and a new record refers to nothing yet`)
      checkCondition(place, rows.where, { resource, fields, id: true, all }, report)
    }
    const fail = (problem: string) => report(`${resource.name}.access.${role}`, problem)
    if (Object.keys(access).length > 0 && !('read' in access)) fail('grants something without granting to read')
    if ('bulk' in access && !('update' in access || 'act' in access)) fail('grants to change many without granting to change one')
    if ('import' in access && !('update' in access)) fail('grants to import without granting to change')
  }
}

/** Reports options about reauthentication and powers that contradict the rest of the declaration. */
export function checkPowers(resource: AnyResource, report: Report): void {
  const { name, exportAsksPassword, power, access } = resource
  const holds = (grants: readonly GrantName[]) => Object.values(access).some((held) => grants.some((grant) => held?.[grant] !== undefined))
  if (exportAsksPassword !== undefined && !holds(['export']))
    report(`${name}.exportAsksPassword`, 'speaks of files of records, and no role may export them')
  if (exportAsksPassword === false && holdsPersonalData(resource))
    report(`${name}.exportAsksPassword`, 'lets files out without the password, though reads are logged or fields encrypted')
  if (power && !holds(['create', 'update', 'act'])) report(`${name}.power`, 'is the power of nobody: no role may write the records')
  for (const [field, spec] of fieldEntries(resource)) {
    if (spec.options.power && !spec.options.asksPassword && isFieldType(spec, 'choice') && spec.options.power === 'accounts')
      report(`${name}.${field}`, 'gives accounts their power, and is changed without the password: say asksPassword')
  }
}

export function checkImport(all: All, resource: AnyResource, report: Report): void {
  const fail = (problem: string) => report(`${resource.name}.import.key`, problem)
  const isInFiles = ({ access }: AnyResource) => Object.values(access).some((each) => each.import || each.export)
  if (Object.values(resource.access).some((access) => access.import) && !resource.import)
    report(`${resource.name}.access`, 'grants to import, and no key says which record a row is')
  const spec = resource.import
  if (!spec) return
  const refers = (other: AnyResource) => Object.values(other.fields).some((each) => 'to' in each && each.to === resource.name)
  if (![resource, ...Object.values(all).filter(refers)].some(isInFiles))
    report(
      `${resource.name}.import`,
      'says the key of rows in files, and no role may import or export them: grant it in access, or leave the key out',
    )
  const names = [...spec.key, ...(spec.beside ?? [])]
  for (const name of names) if (!Object.hasOwn(resource.fields, name)) fail(`names ${unknownField(name, resource)}`)
  const isUnique =
    (spec.key.length === 1 && resource.fields[spec.key[0] ?? '']?.options.unique) ||
    resource.unique?.some((group) => group.length === spec.key.length && group.every((name) => spec.key.includes(name)))
  if (!isUnique) fail(`is not unique: ${spec.key.join(', ')}`)
  for (const name of spec.key) {
    const part = resource.fields[name]
    if (part?.kind === 'reference' && !all[part.to]?.import) fail(`refers to ${part.to}, which has no key of its own`)
  }
}

export function checkDependants(all: All, resource: AnyResource, report: Report): void {
  for (const [name, { field, where = {}, current, restrict }] of Object.entries(resource.dependants ?? {})) {
    const place = `${resource.name}.dependants.${name}`
    const dependant = all[name]
    if (!dependant) {
      report(place, `names the unknown resource ${name}${didYouMean(name, Object.keys(all))}`)
      continue
    }
    const reference = dependant.fields[field]
    if (reference?.kind !== 'reference' || reference.to !== resource.name)
      report(place, `needs ${name}.${field} to refer to ${resource.name}`)
    for (const asked of [field, ...Object.keys(where), ...(current ? [current] : [])])
      if (!dependant.list.filters?.includes(asked)) report(place, `needs ${asked} among the filters of ${name}`)
    if (current !== undefined && !Object.hasOwn(all.settings?.fields ?? {}, current)) report(place, `needs the setting ${current}`)
    if (restrict === undefined) continue
    if (!Object.hasOwn(errorStatus, restrict)) report(`${place}.restrict`, `refuses with ${restrict}, which is no error`)
    if (resource.fields.isActive?.kind !== 'boolean') report(`${place}.restrict`, 'needs a field isActive, by which a record is set aside')
    if (current !== undefined) report(`${place}.restrict`, `counts only the current ${current}, and another may be current tomorrow`)
  }
}
