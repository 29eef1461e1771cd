/** Checks that every required field of a new record gets a value. */
import { isGranted, isReadable, isWritable, rolesWithAccess } from '../access.ts'
import { defaultOf } from '../computed.ts'
import { type FieldSpec, isDerived, isFieldType } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries, sectionFields, storedEntries, toNames } from '../resource-fields.ts'
import type { Role } from '../vocabulary.ts'
import type { Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

/** Roles that can create records through the generated call. */
const creatorsOf = (resource: AnyResource): readonly Role[] =>
  resource.singleton || resource.customRoutes?.includes('create')
    ? []
    : rolesWithAccess(resource).filter((role) => isGranted(resource, role, 'create'))

/**
 * Required fields of new records that only a hook can set, because some role creates records and
 * may not write the field.
 */
export const requiredByServer = (resource: AnyResource): readonly string[] =>
  storedEntries(resource).flatMap(([name, spec]) =>
    spec.options.setByServer &&
    isRequired(resource, name, spec) &&
    creatorsOf(resource).some((role) => !isWritable(resource, role, name, 'create'))
      ? [name]
      : [],
  )

/**
 * Reports required fields that cannot be filled in, through the API or the console's create form.
 */
export function checkCreation(all: All, resource: AnyResource, report: Report): void {
  const required = storedEntries(resource).filter(([name, spec]) =>
    isRequired(resource, name, spec),
  )
  const creators = creatorsOf(resource)
  const formFields = Object.values(resource.sections).flatMap(sectionFields)
  for (const [name, spec] of required) {
    const fail = (problem: string) => report(`${resource.name}.${name}`, problem)
    const cannotWrite = creators.filter((role) => !isWritable(resource, role, name, 'create'))
    if (cannotWrite.length > 0 && !spec.options.setByServer)
      fail(unwritableProblem(resource, name, spec, cannotWrite))
    else if (
      creators.length > cannotWrite.length &&
      !formFields.includes(name) &&
      !isFromParent(all, resource, name)
    )
      fail(
        'required, but not in any section, so the form for a new record could not be submitted. Add it to a section, make it optional, or give it a default.',
      )
  }
  if (creators.length === 0) return
  checkCycles(all, resource, required, report)
  checkReferenceAccess(all, resource, creators, report)
}

/** Whether the caller must give a value for a new record because the declaration provides none. */
const isRequired = ({ workflow }: AnyResource, name: string, spec: FieldSpec): boolean =>
  !spec.options.optional &&
  defaultOf(spec) === undefined &&
  !isDerived(spec) &&
  workflow?.field !== name &&
  !toNames(workflow?.stamps).includes(name)

function unwritableProblem(
  resource: AnyResource,
  name: string,
  { options }: FieldSpec,
  cannotWrite: readonly Role[],
): string {
  const remedy = 'make it optional, give it a default, or set setByServer: true if a hook sets it'
  if (options.write?.length === 0) return `required, but no role may write it: ${remedy}`
  const cannotRead = cannotWrite.filter((role) => !isReadable(resource, role, name))
  const verb = cannotRead.length > 0 ? 'read' : 'write'
  return `required, but ${cannotWrite.join(', ')} may create records and may not ${verb} the field: add the role to ${verb}, ${remedy}`
}

/**
 * Whether the field refers to the parent record whose form contains the new record as a row: that
 * form sets the field.
 */
const isFromParent = (all: All, resource: AnyResource, name: string) =>
  Object.values(all).some((parent) =>
    fieldEntries(parent).some(
      ([, spec]) =>
        isFieldType(spec, 'many') && spec.inForm && spec.of === resource.name && spec.by === name,
    ),
  )

/** Reports required references that form a cycle, so that no first record could be created. */
function checkCycles(
  all: All,
  resource: AnyResource,
  required: readonly (readonly [string, FieldSpec])[],
  report: Report,
): void {
  for (const [name, spec] of required) {
    const cycle =
      'to' in spec && !spec.options.setByServer ? findCycle(all, resource.name, spec.to) : undefined
    if (cycle)
      report(
        `${resource.name}.${name}`,
        `required references form a cycle: ${[resource.name, ...cycle].join(' -> ')}. Make one of them optional, or no first record can be created.`,
      )
  }
}

/**
 * The entities along required references from `from` to `goal`; undefined if there is no such path.
 */
function findCycle(
  all: All,
  target: string,
  from: string,
  path: readonly string[] = [],
): readonly string[] | undefined {
  const currentPath = [...path, from]
  if (from === target) return currentPath
  const resource = all[from]
  if (!resource || path.includes(from)) return undefined
  for (const [name, spec] of storedEntries(resource)) {
    const found =
      'to' in spec && isRequired(resource, name, spec) && !spec.options.setByServer
        ? findCycle(all, target, spec.to, currentPath)
        : undefined
    if (found) return found
  }
  return undefined
}

/**
 * Reports references that a role must fill in without access to the titles of the records: the form
 * would have no options.
 */
function checkReferenceAccess(
  all: All,
  resource: AnyResource,
  creators: readonly Role[],
  report: Report,
): void {
  for (const [name, spec] of storedEntries(resource)) {
    const target = 'to' in spec ? all[spec.to] : undefined
    if (!target) continue
    const rolesWithoutAccess = creators.filter(
      (role) => isWritable(resource, role, name, 'create') && !isGranted(target, role, 'name'),
    )
    if (rolesWithoutAccess.length > 0)
      report(
        `${resource.name}.${name}`,
        `written by ${rolesWithoutAccess.join(', ')}, who may neither read nor name "${target.name}". Grant name in "${target.name}", or let other roles write the field.`,
      )
  }
}

/** Reports roles in a field's `write` that are missing in its `read`: they could not write it. */
export function checkFieldRoles(resource: AnyResource, report: Report): void {
  for (const [name, { type, options }] of fieldEntries(resource)) {
    if (type === 'many' || options.computed !== undefined) continue
    for (const role of options.write ?? []) {
      const fail = (problem: string) =>
        report(`${resource.name}.${name}.write`, `role "${role}" ${problem}`)
      if (options.read && !options.read.includes(role))
        fail('may not read the field. Add the role to read.')
    }
  }
}
