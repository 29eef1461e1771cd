/**
 * Extensions: fields, choices and other parts that a university adds to a built-in resource, in a
 * separate file.
 */
import type { Fields } from './field.ts'
import type { Predicate } from './predicate.ts'
import type {
  Access,
  Action,
  AnyResource,
  FormRule,
  NotificationRule,
  ResourceSpec,
  ResourceTexts,
  Rule,
  SectionRow,
} from './resource.ts'
import { sectionFields } from './resource-fields.ts'
import { withTranslations } from './translated-fields.ts'

/**
 * Resources that can be extended, by name. The program declares its resources here (`declare
 * module`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: `resources/` adds to it
export interface Extensible {}
/** Names of the added fields; `never` if the type does not list them. */
type AddedName<F> = string extends keyof F ? never : keyof F & string
type BaseName<N> = N extends keyof Extensible
  ? Extensible[N] extends { fields: infer F }
    ? keyof F & string
    : never
  : never

/**
 * The parts that an extension can add. `Own` stands for the names of the added fields; `Name` also
 * includes those of the base resource.
 */
export interface ExtensionSpec<
  N extends string,
  F extends Fields,
  Own extends string,
  Name extends string,
> {
  readonly name: N
  /**
   * Every field must be optional or have a default, because existing records have no value for it.
   */
  readonly fields?: F
  /**
   * An existing field and an existing section. The additions are placed before them; absent: at the
   * end.
   */
  readonly before?: { readonly field?: Name; readonly section?: string }
  /** Rows added to existing sections, and new sections. */
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
  /** Grants that a role does not have yet. Existing grants take precedence. */
  readonly access?: Access<Name>
  readonly actions?: { readonly [action: string]: Action<Name> }
  readonly notifies?: {
    readonly [moment: string]: NotificationRule<Name> | readonly NotificationRule<Name>[]
  }
  readonly texts?: ResourceTexts<Own>
  /** Fields that the extension used to add. The next migration drops their columns and data. */
  readonly removedFields?: readonly string[]
}
export type AnyExtension = ExtensionSpec<string, Fields, string, string>

/**
 * Declares an extension of a resource that comes with the program. Names and types are checked like
 * those of a declaration.
 */
export const extend = <const N extends keyof Extensible & string, const F extends Fields = {}>(
  name: N,
  extension: Omit<ExtensionSpec<N, F, AddedName<F>, AddedName<F> | BaseName<N>>, 'name'>,
) => ({ name, ...extension })

/**
 * The resource typed with the extension's fields, for statements and record values in the code of
 * the extension. At run time the fields are already there. Only the types of the program lack them.
 */
export const withFieldsOf = <
  const R extends { readonly name: string; readonly fields: Fields },
  const F extends Fields,
>(
  resource: R,
  _extension: { readonly name: R['name']; readonly fields?: F },
): R & { readonly fields: F } => resource as R & { readonly fields: F } // joined at startup

/**
 * The resource with additions that belong to the application itself, such as its fields of a system
 * resource. Unlike those of `applyExtensions`, they are part of the base declaration. Call it
 * before the application's registry is created.
 */
export const extendResource = <
  const N extends string,
  const F extends Fields,
  const View extends string,
  const A extends Fields & { readonly [taken in keyof F]?: never } = {},
>(
  resource: ResourceSpec<N, F, keyof F & string, View>,
  extension: Omit<ExtensionSpec<N, A, AddedName<A>, AddedName<A> | (keyof F & string)>, 'name'>,
) => {
  // Extensions only add, so the result has the names and types of both.
  const extended: unknown = applyExtension(
    resource as unknown as AnyResource,
    { ...extension, name: resource.name } as AnyExtension,
  )
  return extended as ResourceSpec<N, F & A, keyof (F & A) & string, View>
}

/** The base declaration of each extended one. */
const bases = new WeakMap<object, AnyResource>()

/** The declaration as it comes with the program, without extensions. */
export const baseOf = (resource: AnyResource): AnyResource => bases.get(resource) ?? resource

/**
 * The declaration with only the fields that extensions added. The university's own migrations
 * create these fields.
 */
export function extensionPartOf(resource: AnyResource): AnyResource {
  const base = baseOf(resource)
  const fields = Object.entries(resource.fields).filter(
    ([name]) => !Object.hasOwn(base.fields, name),
  )
  return { ...resource, fields: Object.fromEntries(fields), unique: [] }
}

/** The declaration with all its extensions applied; the same object if there are none. */
export function applyExtensions<R extends AnyResource>(
  resource: R,
  extensions: readonly AnyExtension[],
): R {
  const added = extensions.filter(({ name }) => name === resource.name)
  if (added.length === 0) return resource
  // Extensions only add, so the result is still an R.
  const extended = added.reduce<AnyResource>(applyExtension, resource) as R
  bases.set(extended, resource)
  return extended
}

function applyExtension(resource: AnyResource, extension: AnyExtension): AnyResource {
  const { list } = resource
  const { field, section } = extension.before ?? {}
  const names = (['columns', 'filters', 'facets', 'search', 'editable'] as const).flatMap(
    (part) => {
      const added = extension.list?.[part]
      return added
        ? [[part, insertBefore(list[part] ?? [], added, (name) => name === field)] as const]
        : []
    },
  )
  const isOfField = (row: SectionRow) => field !== undefined && sectionFields([row]).includes(field)
  const sections = Object.entries(resource.sections).map(
    ([name, rows]) =>
      [name, insertBefore<SectionRow>(rows, extension.sections?.[name] ?? [], isOfField)] as const,
  )
  const newSections = Object.entries(extension.sections ?? {}).filter(
    ([name]) => !Object.hasOwn(resource.sections, name),
  )
  const access = Object.entries(extension.access ?? {}).map(
    // Keys of `access` are roles.
    ([role, grants]) =>
      [role, { ...grants, ...resource.access[role as keyof typeof resource.access] }] as const,
  )
  const addedFields = Object.entries(withTranslations(extension.fields ?? {}))
  return {
    ...resource,
    fields: Object.fromEntries(
      insertBefore(Object.entries(resource.fields), addedFields, ([name]) => name === field),
    ),
    sections: Object.fromEntries(
      insertBefore<readonly [string, readonly SectionRow[]]>(
        sections,
        newSections,
        ([name]) => name === section,
      ),
    ),
    ...(extension.form && { form: { ...resource.form, ...extension.form } }),
    ...(extension.rules && { rules: { ...resource.rules, ...extension.rules } }),
    list: {
      ...list,
      ...Object.fromEntries(names),
      ...(extension.list?.views && { views: { ...list.views, ...extension.list.views } }),
    },
    access: { ...resource.access, ...Object.fromEntries(access) },
    ...(extension.actions && { actions: { ...resource.actions, ...extension.actions } }),
    ...(extension.notifies && { notifies: { ...resource.notifies, ...extension.notifies } }),
    ...(extension.texts && { texts: mergeTexts(resource.texts ?? {}, extension.texts) }),
    ...(extension.removedFields && {
      removedFields: [...(resource.removedFields ?? []), ...extension.removedFields],
    }),
  }
}

/**
 * Inserts the additions before the first element that `isNext` finds, or at the end if there is
 * none.
 */
function insertBefore<T>(
  elements: readonly T[],
  added: readonly T[],
  isNext: (element: T) => boolean,
): T[] {
  const index = elements.findIndex(isNext)
  return index < 0 ? [...elements, ...added] : elements.toSpliced(index, 0, ...added)
}

/** Merges two sets of texts. Texts in `added` take precedence. */
function mergeTexts(texts: ResourceTexts, added: ResourceTexts): ResourceTexts {
  const baseTexts: { readonly [part: string]: unknown } = { ...texts }
  const isGroup = (part: unknown): part is object => typeof part === 'object' && part !== null
  const merged = Object.entries(added).map(([part, value]) => {
    const existing = baseTexts[part]
    return [part, isGroup(existing) && isGroup(value) ? { ...existing, ...value } : value]
  })
  return { ...texts, ...Object.fromEntries(merged) }
}
