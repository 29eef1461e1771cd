/** Additions to an entity that comes with the program: what a university keeps beside it, in a file of its own. */
import type { Fields } from './field.ts'
import type { Predicate } from './predicate.ts'
import type { Access, Action, AnyResource, FormRule, Notice, ResourceTexts, Rule, SectionRow } from './resource.ts'
import { withTranslations } from './translated.ts'

/** The entities that can be added to, by name. Those that come with the program are in it (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: `resources/` adds to it
export interface Extensible {}
/** Names of the fields that are added; none where nothing says which. */
type AddedName<F> = string extends keyof F ? never : keyof F & string
type BaseName<N> = N extends keyof Extensible ? (Extensible[N] extends { fields: infer F } ? keyof F & string : never) : never

/** Parts that are added. `Own` are the names of the fields that it brings, `Name` these and those that are there already. */
export interface ExtensionSpec<N extends string, F extends Fields, Own extends string, Name extends string> {
  readonly name: N
  /** Each is optional or has a default: the records that are there already are without it. */
  readonly fields?: F
  /** Rows at the end of sections that are there, and sections after those. */
  readonly sections?: { readonly [section: string]: readonly SectionRow<Own>[] }
  readonly form?: { readonly [field in Own]?: FormRule<Name> }
  readonly rules?: { readonly [rule: string]: Rule<Name> }
  readonly list?: {
    readonly columns?: readonly Own[]
    readonly filters?: readonly Own[]
    readonly facets?: readonly Own[]
    readonly search?: readonly Own[]
    readonly editable?: readonly Own[]
    readonly views?: {
      readonly [view: string]: {
        readonly where: Predicate<Name>
        readonly sort?: readonly (Name | `-${Name}`)[]
        readonly columns?: readonly Name[]
      }
    }
  }
  /** Grants that a role has not got yet. */
  readonly access?: Access<Name>
  readonly actions?: { readonly [action: string]: Action<Name> }
  readonly notifies?: { readonly [moment: string]: Notice<Name> | readonly Notice<Name>[] }
  readonly texts?: ResourceTexts<Own>
  /** Fields that it brought and no longer brings: their values may go. */
  readonly gone?: readonly string[]
}
export type AnyExtension = ExtensionSpec<string, Fields, string, string>

/** Adds to an entity that comes with the program. Names and types are checked as those of a declaration are. */
export const extend = <const N extends keyof Extensible & string, const F extends Fields = {}>(
  name: N,
  more: Omit<ExtensionSpec<N, F, AddedName<F>, AddedName<F> | BaseName<N>>, 'name'>,
) => ({ name, ...more })

/**
 * An entity as the code of its extension sees it: with the fields that are added, in statements and in the values of records.
 * When the program runs they are there already; the program's own code does not know their names.
 */
export const withFieldsOf = <const R extends { readonly name: string; readonly fields: Fields }, const F extends Fields>(
  resource: R,
  _extension: { readonly name: R['name']; readonly fields?: F },
): R & { readonly fields: F } => resource as R & { readonly fields: F } // as the start has joined them

/** A declaration before something was added to it. */
const bases = new WeakMap<object, AnyResource>()

/** The declaration as the program has it, without what was added. */
export const baseOf = (resource: AnyResource): AnyResource => bases.get(resource) ?? resource

/** As much of a declaration as was added to it: what the university's own migrations make. */
export function partBeside(resource: AnyResource): AnyResource {
  const base = baseOf(resource)
  const fields = Object.entries(resource.fields).filter(([name]) => !Object.hasOwn(base.fields, name))
  return { ...resource, fields: Object.fromEntries(fields), unique: [] }
}

/** A declaration with what is added to it; as it is where nothing is. */
export function extended<R extends AnyResource>(resource: R, extensions: readonly AnyExtension[]): R {
  const added = extensions.filter(({ name }) => name === resource.name)
  if (added.length === 0) return resource
  // Everything that the declaration says stays as it was.
  const whole = added.reduce<AnyResource>(withMore, resource) as R
  bases.set(whole, resource)
  return whole
}

function withMore(resource: AnyResource, more: AnyExtension): AnyResource {
  const { list } = resource
  const names = (['columns', 'filters', 'facets', 'search', 'editable'] as const).flatMap((part) => {
    const added = more.list?.[part]
    return added ? [[part, [...(list[part] ?? []), ...added]] as const] : []
  })
  const sections = Object.entries(more.sections ?? {}).map(([name, rows]) => [name, [...(resource.sections[name] ?? []), ...rows]] as const)
  const access = Object.entries(more.access ?? {}).map(
    // Its keys are roles.
    ([role, grants]) => [role, { ...grants, ...resource.access[role as keyof typeof resource.access] }] as const,
  )
  return {
    ...resource,
    fields: { ...resource.fields, ...withTranslations(more.fields ?? {}) },
    sections: { ...resource.sections, ...Object.fromEntries(sections) },
    ...(more.form && { form: { ...resource.form, ...more.form } }),
    ...(more.rules && { rules: { ...resource.rules, ...more.rules } }),
    list: { ...list, ...Object.fromEntries(names), ...(more.list?.views && { views: { ...list.views, ...more.list.views } }) },
    access: { ...resource.access, ...Object.fromEntries(access) },
    ...(more.actions && { actions: { ...resource.actions, ...more.actions } }),
    ...(more.notifies && { notifies: { ...resource.notifies, ...more.notifies } }),
    ...(more.texts && { texts: withTexts(resource.texts ?? {}, more.texts) }),
    ...(more.gone && { gone: [...(resource.gone ?? []), ...more.gone] }),
  }
}

/** Words of both; a word of the second stands in the place of one of the first. */
function withTexts(texts: ResourceTexts, more: ResourceTexts): ResourceTexts {
  const known: { readonly [part: string]: unknown } = { ...texts }
  const isGroup = (part: unknown): part is object => typeof part === 'object' && part !== null
  const merged = Object.entries(more).map(([part, words]) => {
    const there = known[part]
    return [part, isGroup(there) && isGroup(words) ? { ...there, ...words } : words]
  })
  return { ...texts, ...Object.fromEntries(merged) }
}
