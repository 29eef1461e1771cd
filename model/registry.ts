/** The list of all resources, and the checks that a declaration must pass before anything starts. */
import { actionsOf } from './actions.ts'
import { errorStatus } from './errors.ts'
import { type FieldSpec, type Fields, isEncrypted } from './field.ts'
import { fieldsRead, type Predicate } from './predicate.ts'
import {
  type AnyResource,
  accountFieldOf,
  fieldEntries,
  isKind,
  type Notice,
  named,
  type ResourceSpec,
  sectionFields,
  storedEntries,
} from './resource.ts'
import { accountResource, type Role } from './vocabulary.ts'

type Registry = { readonly [name: string]: { readonly name: string; readonly fields: Fields } }
type Targets<F extends Fields> = {
  [N in keyof F]: F[N] extends { kind: 'reference'; to: infer T } ? T : F[N] extends { kind: 'many'; of: infer T } ? T : never
}[keyof F]
/** Names the first reference that leads nowhere, as a type that nothing satisfies. */
type CheckReferences<M extends Registry> = {
  [N in keyof M]: Exclude<Targets<M[N]['fields']>, keyof M> extends never
    ? M[N]
    : { readonly 'reference to an unknown resource': Exclude<Targets<M[N]['fields']>, keyof M> }
}

/** The registry as given; a reference to a resource that is not in it does not compile. */
export const defineRegistry = <const M extends Registry>(resources: M & CheckReferences<M>): M => resources

/** A mistake in a declaration. Stops the start; the message begins with `<resource>.<field or part>`. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError'
}

/** Throws `DeclarationError` for the first mistake that the compiler cannot see. */
export function checkRegistry(resources: { readonly [name: string]: unknown }): void {
  // Every value was made by defineResource; generic code knows them without their field names.
  const all = resources as { readonly [name: string]: AnyResource }
  const paths = new Set<string>()
  for (const [key, resource] of Object.entries(all)) {
    if (key !== resource.name) fail(key, `is registered under another name than its own, ${resource.name}`)
    if (paths.has(resource.path)) fail(`${key}.path`, `is used by another resource: ${resource.path}`)
    paths.add(resource.path)
    checkNames(resource)
    for (const [name, spec] of fieldEntries(resource)) checkField(all, resource, name, spec)
    checkDependants(all, resource)
    checkConditions(all, resource)
    checkStamps(all, resource)
    checkNotices(all, resource)
    checkAccess(resource)
    checkImport(all, resource)
  }
}

function fail(place: string, problem: string): never {
  throw new DeclarationError(`${place} ${problem}`)
}

const reserved = new Set(['id', 'version', 'createdAt', 'updatedAt', 'and', 'or', 'not', 'sort', 'search', 'view', 'asOf', 'reason'])

function checkNames(resource: AnyResource): void {
  const has = (name: string) => Object.hasOwn(resource.fields, name)
  const known = (place: string, names: readonly string[]) => {
    for (const name of names) if (!has(name)) fail(`${resource.name}.${place}`, `names the unknown field ${name}`)
  }
  for (const [name] of fieldEntries(resource)) {
    if (reserved.has(name) || !/^[a-z][A-Za-z0-9]{0,39}$/.test(name)) fail(`${resource.name}.${name}`, 'is not a usable field name')
  }
  if (resource.title.length === 0 && !resource.single) fail(`${resource.name}.title`, 'names no field')
  known('title', resource.title)
  known('list.columns', resource.list.columns)
  known(
    'list.sort',
    resource.list.sort.map((name) => name.replace(/^-/, '')),
  )
  known('list.filters', resource.list.filters ?? [])
  known('list.facets', resource.list.facets ?? [])
  known('list.search', resource.list.search ?? [])
  known('list.headings', resource.list.headings ?? [])
  for (const name of resource.list.searchThrough ?? [])
    if (resource.fields[name]?.kind !== 'reference') fail(`${resource.name}.list.searchThrough`, `names ${name}, which is no reference`)
  known('list.editable', resource.list.editable ?? [])
  for (const word of ['emphasis', 'opens'] as const) {
    const view = resource.list[word]
    if (view !== undefined && !resource.list.views?.[view]) fail(`${resource.name}.list.${word}`, `names the unknown view ${view}`)
  }
  for (const name of resource.list.editable ?? [])
    if (!resource.list.columns.includes(name)) fail(`${resource.name}.list.editable`, `names ${name}, which is no column`)
  const placed = Object.values(resource.sections).flatMap(sectionFields)
  known('sections', placed)
  for (const name of placed) if (placed.indexOf(name) !== placed.lastIndexOf(name)) fail(`${resource.name}.sections`, `shows ${name} twice`)
  known('form', Object.keys(resource.form ?? {}))
  for (const group of resource.unique ?? []) known('unique', group)
}

function checkField(all: { readonly [name: string]: AnyResource }, resource: AnyResource, name: string, spec: FieldSpec): void {
  const place = `${resource.name}.${name}`
  const { options } = spec
  if (options.later && !options.optional && !('default' in options))
    fail(place, 'is asked for later, so it must be optional or have a default')
  if (
    'min' in options &&
    'max' in options &&
    typeof options.min === 'number' &&
    typeof options.max === 'number' &&
    options.min > options.max
  )
    fail(place, `has min ${options.min} above max ${options.max}`)
  if (
    'default' in options &&
    typeof options.default === 'number' &&
    'min' in options &&
    (options.default < Number(options.min) || options.default > Number(options.max))
  )
    fail(place, 'has a default outside its limits')
  if ((spec.kind === 'decimal' || spec.kind === 'money') && spec.options.max > 1e12)
    fail(place, 'is larger than a JSON number holds exactly')
  if (isKind(spec, 'text') && spec.options.derivedFrom !== undefined) {
    if (resource.fields[spec.options.derivedFrom]?.kind !== 'text')
      fail(place, `is derived from ${spec.options.derivedFrom}, which is no text`)
    if (!options.unique && !resource.unique?.some((group) => group.includes(name))) fail(place, 'is derived, so it must be unique')
  }
  if (spec.kind === 'choice' || spec.kind === 'set') {
    if (Object.keys(spec.choices).length === 0) fail(place, 'has no choices')
    if (spec.kind === 'choice' && spec.options.default !== undefined && !Object.hasOwn(spec.choices, spec.options.default))
      fail(place, `has the unknown default ${spec.options.default}`)
  }
  if (spec.kind === 'reference') {
    const target = all[spec.to] ?? fail(place, `refers to the unknown resource ${spec.to}`)
    for (const [field, want] of Object.entries(spec.options.optionsWhere ?? {})) {
      if (!Object.hasOwn(target.fields, field)) fail(`${place}.optionsWhere`, `names the unknown field ${spec.to}.${field}`)
      if (!target.list.filters?.includes(field)) fail(`${place}.optionsWhere`, `needs ${spec.to}.${field} among the filters of ${spec.to}`)
      if (typeof want === 'object' && !Object.hasOwn(resource.fields, want.value))
        fail(`${place}.optionsWhere`, `reads the unknown field ${want.value}`)
    }
  }
  if (spec.kind === 'many') {
    const back = all[spec.of]?.fields[spec.by]
    if (back?.kind !== 'reference' || back.to !== resource.name)
      fail(place, `needs ${spec.of}.${spec.by} to refer back to ${resource.name}`)
    if (!all[spec.of]?.list.filters?.includes(spec.by)) fail(place, `needs ${spec.by} among the filters of ${spec.of}`)
  }
  if (options.unique && ['longText', 'set', 'many', 'boolean', 'file', 'image', 'data'].includes(spec.kind))
    fail(place, `cannot be unique: it is a ${spec.kind}`)
}

function checkDependants(all: { readonly [name: string]: AnyResource }, resource: AnyResource): void {
  for (const [name, { field, where = {}, current, restrict }] of Object.entries(resource.dependants ?? {})) {
    const place = `${resource.name}.dependants.${name}`
    const reference = all[name]?.fields[field]
    if (reference?.kind !== 'reference' || reference.to !== resource.name)
      fail(place, `needs ${name}.${field} to refer to ${resource.name}`)
    for (const asked of [field, ...Object.keys(where), ...(current ? [current] : [])])
      if (!all[name]?.list.filters?.includes(asked)) fail(place, `needs ${asked} among the filters of ${name}`)
    if (current !== undefined && !Object.hasOwn(all.settings?.fields ?? {}, current)) fail(place, `needs the setting ${current}`)
    if (restrict === undefined) continue
    if (!Object.hasOwn(errorStatus, restrict)) fail(`${place}.restrict`, `refuses with ${restrict}, which is no error`)
    if (resource.fields.isActive?.kind !== 'boolean') fail(`${place}.restrict`, 'needs a field isActive, by which a record is set aside')
    if (current !== undefined) fail(`${place}.restrict`, `counts only the current ${current}, and another may be current tomorrow`)
  }
}

function checkConditions(all: { readonly [name: string]: AnyResource }, resource: AnyResource): void {
  const known = (place: string, predicate: Predicate | undefined, besides?: 'id') => {
    for (const name of predicate ? fieldsRead(predicate) : []) {
      if (name === besides) continue
      const spec = resource.fields[name]
      if (!spec) fail(`${resource.name}.${place}`, `reads the unknown field ${name}`)
      if (spec.kind === 'many' || spec.kind === 'data' || isEncrypted(spec))
        fail(`${resource.name}.${place}`, `reads ${name}, which has no value to compare`)
    }
  }
  for (const [name, rule] of Object.entries(resource.form ?? {})) {
    known(`form.${name}`, rule?.visibleWhen)
    known(`form.${name}`, rule?.requiredWhen)
    known(`form.${name}`, rule?.readOnlyWhen)
    if (rule?.visibleWhen && !resource.fields[name]?.options.optional)
      fail(`${resource.name}.${name}`, 'can be hidden, so it must be optional')
  }
  for (const [name, rule] of Object.entries(resource.rules ?? {})) {
    known(`rules.${name}`, rule.check)
    if (!Object.hasOwn(resource.fields, rule.field)) fail(`${resource.name}.rules.${name}`, `names the unknown field ${rule.field}`)
  }
  for (const [name, view] of Object.entries(resource.list.views ?? {})) {
    known(`list.views.${name}`, view.where)
    for (const field of [...(view.columns ?? []), ...(view.sort ?? []).map((each) => each.replace(/^-/, ''))])
      if (!Object.hasOwn(resource.fields, field)) fail(`${resource.name}.list.views.${name}`, `names the unknown field ${field}`)
  }
  for (const [name, action] of Object.entries(actionsOf(resource))) {
    known(`actions.${name}`, action.when, 'id')
    for (const field of [...Object.keys(action.set), ...(action.input ?? [])])
      if (!Object.hasOwn(resource.fields, field)) fail(`${resource.name}.actions.${name}`, `sets the unknown field ${field}`)
    for (const field of action.requires ?? [])
      if (!action.input?.includes(field)) fail(`${resource.name}.actions.${name}`, `requires ${field}, which it does not ask for`)
    for (const [field, spec] of Object.entries(action.asks ?? {})) {
      if (Object.hasOwn(resource.fields, field)) fail(`${resource.name}.actions.${name}`, `asks for ${field}, which is a field`)
      checkField(all, resource, field, spec)
    }
  }
  const { workflow } = resource
  if (!workflow) return
  const state = resource.fields[workflow.field]
  if (state?.kind !== 'choice') fail(`${resource.name}.workflow`, `needs ${workflow.field} to be a choice`)
  for (const [step, { from, to }] of Object.entries(workflow.transitions)) {
    for (const value of [...from, to, workflow.initial])
      if (!Object.hasOwn(state.choices, value)) fail(`${resource.name}.workflow.${step}`, `names the unknown state ${value}`)
  }
}

function checkStamps(all: { readonly [name: string]: AnyResource }, resource: AnyResource): void {
  const { workflow } = resource
  const initial = named(workflow?.stamps)
  check(`${resource.name}.workflow.stamps`, initial, [])
  for (const [name, { stamps, roles }] of Object.entries(actionsOf(resource))) {
    const place = `${resource.name}.actions.${name}.stamps`
    check(place, named(stamps), roles)
    for (const field of named(stamps))
      if (!resource.fields[field]?.options.optional && !initial.includes(field)) fail(place, `sets ${field}, which is never empty before`)
  }

  function check(place: string, fields: readonly string[], roles: readonly Role[]): void {
    for (const name of fields) {
      const spec = resource.fields[name] ?? fail(place, `sets the unknown field ${name}`)
      if (spec.options.write?.length !== 0) fail(place, `sets ${name}, which people write as well`)
      if (spec.kind === 'dateTime' || spec.kind === 'date') continue
      if (spec.kind !== 'reference') fail(place, `sets ${name}, which holds neither a time nor a person`)
      if (spec.to !== accountResource && !isPersonOfEach(roles, all[spec.to]))
        fail(place, `sets ${name}, and who takes the step may be none of ${spec.to}`)
    }
  }
}

function checkNotices(all: { readonly [name: string]: AnyResource }, resource: AnyResource): void {
  const steps = ['create', ...Object.keys(actionsOf(resource))]
  for (const [moment, notices] of Object.entries(resource.notifies ?? {})) {
    const place = `${resource.name}.notifies.${moment}`
    const isField = storedEntries(resource).some(([name]) => name === moment)
    if (isField === steps.includes(moment))
      fail(place, isField ? 'is a field and a step, so it means two things' : 'is neither a step, nor an action, nor a field')
    for (const notice of [notices].flat()) checkNotice(place, notice)
  }

  function checkNotice(place: string, { type, to, subject, when }: Notice): void {
    const types = all.notifications?.fields.type
    if (types?.kind !== 'choice' || !Object.hasOwn(types.choices, type)) fail(place, `is of the unknown type ${type}`)
    if (typeof to === 'object' && 'role' in to) {
      if (!resource.access[to.role]?.read) fail(place, `notifies every ${to.role}, who may not read ${resource.name}`)
    } else
      for (const name of named(to)) {
        const spec = resource.fields[name] ?? fail(place, `notifies the unknown field ${name}`)
        const people = spec.kind === 'reference' ? all[spec.to] : undefined
        if (!people || (people.name !== accountResource && !accountFieldOf(people)))
          fail(place, `notifies ${name}, which leads to no account`)
      }
    const spec = subject === undefined ? undefined : (resource.fields[subject] ?? fail(place, `is about the unknown field ${subject}`))
    if (spec && (!['text', 'reference'].includes(spec.kind) || isEncrypted(spec) || spec.options.computed))
      fail(place, `is about ${subject}, which has no words to show`)
    for (const name of when ? fieldsRead(when) : [])
      if (!storedEntries(resource).some(([known]) => known === name)) fail(place, `reads the unknown field ${name}`)
  }
}

/** Tells whether people of these roles have their own record among those of a resource. */
function isPersonOfEach(roles: readonly Role[], resource: AnyResource | undefined): boolean {
  const [, account] = (resource && accountFieldOf(resource)) ?? []
  const role = account?.kind === 'reference' ? account.options.optionsWhere?.role : undefined
  return roles.length > 0 && roles.every((each) => each === role)
}

function checkAccess(resource: AnyResource): void {
  for (const [role, access] of Object.entries(resource.access)) {
    for (const [grant, rows] of Object.entries(access)) {
      if (rows === true) continue
      if ('scope' in rows && grant !== 'read')
        fail(`${resource.name}.access.${role}.${grant}`, 'can only be true or a predicate: a scope is for reading')
      if ('where' in rows)
        for (const name of fieldsRead(rows.where))
          if (name !== 'id' && !storedEntries(resource).some(([known]) => known === name))
            fail(`${resource.name}.access.${role}.${grant}`, `reads the unknown field ${name}`)
    }
    if (Object.keys(access).length > 0 && !('read' in access))
      fail(`${resource.name}.access.${role}`, 'grants something without granting to read')
    if ('bulk' in access && !('update' in access || 'act' in access))
      fail(`${resource.name}.access.${role}`, 'grants to change many without granting to change one')
    if ('import' in access && !('update' in access)) fail(`${resource.name}.access.${role}`, 'grants to import without granting to change')
  }
}

function checkImport(all: { readonly [name: string]: AnyResource }, resource: AnyResource): void {
  const grantsImport = Object.values(resource.access).some((access) => access.import)
  if (grantsImport && !resource.import) fail(`${resource.name}.access`, 'grants to import, and no key says which record a row is')
  const spec = resource.import
  if (!spec) return
  for (const name of [...spec.key, ...(spec.beside ?? [])])
    if (!Object.hasOwn(resource.fields, name)) fail(`${resource.name}.import.key`, `names the unknown field ${name}`)
  const isUnique =
    (spec.key.length === 1 && resource.fields[spec.key[0] ?? '']?.options.unique) ||
    resource.unique?.some((group) => group.length === spec.key.length && group.every((name) => spec.key.includes(name)))
  if (!isUnique) fail(`${resource.name}.import.key`, `is not unique: ${spec.key.join(', ')}`)
  for (const name of spec.key) {
    const part = resource.fields[name]
    if (part?.kind === 'reference' && !all[part.to]?.import)
      fail(`${resource.name}.import.key`, `refers to ${part.to}, which has no key of its own`)
  }
}

/** Any resource of a registry, without its field names: what generic code iterates over. */
export const asAny = (resource: ResourceSpec<string, Fields, never> | unknown): AnyResource => resource as AnyResource
