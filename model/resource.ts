/**
 * The declaration of a resource: data that the server, the browser and the tests read. It survives
 * `JSON.parse(JSON.stringify(…))` unchanged, so it holds no function, no component and no secret.
 */

import type { FieldSpec, Fields, RecordOfFields } from './field.ts'
import type { Predicate } from './predicate.ts'
import { remembered } from './remembered.ts'
import type { StatementPart } from './statement.ts'
import { translates, withTranslations } from './translated.ts'
import { accountResource, type DeclaredPower, type GrantName, type IconName, type Role, type ScopeName, type Tone } from './vocabulary.ts'
import type { ErrorCode } from './wire/errors.ts'

/**
 * Rows that a grant covers: all of them, those that satisfy a predicate, or a named scope (reading only). The predicate may
 * reach along references: `'classId.courseId.departmentId'`.
 */
export type Grant<Name extends string = string> =
  | true
  | { readonly where: Predicate<Name | 'id' | `${Name}.${string}`> }
  | { readonly scope: ScopeName }
export type RoleAccess<Name extends string = string> = { readonly [G in GrantName]?: Grant<Name> }
export type Access<Name extends string = string> = { readonly [R in Role]?: RoleAccess<Name> }

/** One row of a form section: a field, or two that belong side by side. */
export type SectionRow<Name extends string = string> = Name | readonly [Name, Name]

export interface FormRule<Name extends string = string> {
  readonly visibleWhen?: Predicate<Name>
  readonly requiredWhen?: Predicate<Name>
  readonly readOnlyWhen?: Predicate<Name>
}

/** A refusal shown at `field` while `check` does not hold. Message key: `<resource>.rules.<rule>`. */
export interface Rule<Name extends string = string> {
  readonly check: Predicate<Name>
  readonly field: Name
}

/**
 * Fields that say when something was done and by whom; only the program writes them. A moment or a day is that of the
 * write, a reference is to the account or the person behind it, and stays as it is where the program writes by itself.
 */
export type Stamps<Name extends string = string> = Name | readonly Name[]

/** A named change that a person can make to a record besides editing it. */
export interface Action<Name extends string = string> {
  readonly on: readonly ('row' | 'bulk')[]
  readonly roles: readonly Role[]
  readonly when?: Predicate<Name | 'id'>
  readonly set: { readonly [N in Name]?: string | number | boolean | null }
  /** Fields the person fills in with the action. */
  readonly input?: readonly Name[]
  /** Those of them that have to be filled in, though records may lack them. */
  readonly requires?: readonly Name[]
  /** Other input: no fields of the record, but what the server's work on it needs. Its texts stand among those of the fields. */
  readonly asks?: Fields
  readonly stamps?: Stamps<Name>
  /** Values to set depend on more than the declaration can say: the resource's hooks answer them for each record. */
  readonly byServer?: true
  /** Cannot be taken back. */
  readonly undo?: false
  readonly tone?: Tone
}

/** Steps of a state field. The field itself is never written by an update. */
export interface Workflow<Name extends string = string> {
  readonly field: Name
  readonly initial: string
  /** Set with the initial state, unless the program says when. */
  readonly stamps?: Stamps<Name>
  /** States that hooks and jobs of the server set: no transition has to lead to them. */
  readonly byServer?: readonly string[]
  readonly transitions: {
    readonly [step: string]: {
      readonly from: readonly string[]
      readonly to: string
      readonly roles: readonly Role[]
      /** Condition that must hold beside the state. */
      readonly when?: Predicate<Name>
      /** Where generated pages offer it; absent: on a row and in bulk. */
      readonly on?: readonly ('row' | 'bulk')[]
      readonly input?: readonly Name[]
      readonly requires?: readonly Name[]
      readonly stamps?: Stamps<Name>
      readonly tone?: Tone
    }
  }
}

export interface ListSpec<Name extends string = string, View extends string = string> {
  readonly columns: readonly Name[]
  /** Columns whose heading is shorter than the field's label. */
  readonly headings?: readonly Name[]
  /** Set when a list that came is told as a success (specification, section 8): on the wire, and where it had failed before. */
  readonly told?: true
  /** Default order; `-` in front means descending. */
  readonly sort: readonly (Name | `-${Name}`)[]
  readonly filters?: readonly Name[]
  readonly facets?: readonly Name[]
  readonly search?: readonly Name[]
  /** References whose record is searched as well: an entry is found by its student. */
  readonly searchThrough?: readonly Name[]
  readonly views?: {
    readonly [view in View]: {
      readonly where: Predicate<Name>
      /** Its own order and columns; absent: those of the list. */
      readonly sort?: readonly (Name | `-${Name}`)[]
      readonly columns?: readonly Name[]
    }
  }
  /** The view that the list opens with, where its address asks for nothing; absent: all records. */
  readonly opens?: NoInfer<View>
  /** Columns that can be changed in place by who may write them. */
  readonly editable?: readonly Name[]
}

/** Notification of people in the application, and by mail as each of them wishes; never of who brought it about. */
export interface Notice<Name extends string = string> {
  /** One of the types of the resource `notifications`. */
  readonly type: string
  /** References to accounts, or to people who may have one; or everybody with an active account of a role. */
  readonly to: Name | readonly Name[] | { readonly role: Role }
  /** Field that says what it is about: a text, or a reference, which stands for its record's title. */
  readonly subject?: Name
  /** Path in the person's own area, with `:id` for the record; absent: the record's page. */
  readonly link?: string
  /** Condition that the record satisfies after the write; absent: any. */
  readonly when?: Predicate<Name>
}

/** Records of another resource that rest on one. */
export interface Dependants {
  /** Their reference to it. */
  readonly field: string
  /** Filters of their list that tell which of them count. */
  readonly where?: { readonly [field: string]: string }
  /** Only those of what the settings name as current: a field that both have. */
  readonly current?: string
  /** They still need it: as long as one of them counts it is not set aside, and the refusal is this one. */
  readonly restrict?: ErrorCode
}

/**
 * English words of an entity, where its names do not read as they should. Other languages, and other wordings, stand in
 * files of texts; what neither says is made of the names, and sentences by rule (`resource-texts.ts`).
 */
export interface ResourceTexts<Name extends string = string> {
  readonly one?: string
  readonly many?: string
  readonly new?: string
  readonly fields?: { readonly [field: string]: string } & { readonly [N in Name]?: string }
  /** Help to read before a field is filled in. */
  readonly help?: { readonly [N in Name]?: string }
  readonly headings?: { readonly [N in Name]?: string }
  readonly choices?: { readonly [field: string]: { readonly [value: string]: string } }
  readonly sections?: { readonly [section: string]: string }
  /** Refusals of texts that do not have the shape of their field. */
  readonly shapes?: { readonly [N in Name]?: string }
  /** Refusals by a rule: no name tells them, so each rule has one here or in a file of texts. */
  readonly rules?: { readonly [rule: string]: string }
  readonly views?: { readonly [view: string]: string }
  readonly actions?: { readonly [action: string]: string }
  /** Refusals of actions and steps whose `when` does not hold, where there is more to say than that they are not possible now. */
  readonly refusals?: { readonly [action: string]: string }
}

export interface ResourceSpec<
  N extends string = string,
  F extends Fields = Fields,
  Name extends string = keyof F & string,
  View extends string = string,
> {
  readonly name: N
  /** Path under `/api`, as the specification spells it. */
  readonly path: string
  /** Path under a role's area in the browser; absent: `name`. */
  readonly page?: string
  readonly icon: IconName
  /** Calls whose path the specification spells differently. */
  readonly paths?: { readonly list?: string; readonly create?: string; readonly update?: string }
  /** Calls that a route of their own answers, such as those that people without an account make too: none is generated. */
  readonly customRoutes?: readonly ('list' | 'create')[]
  /** It is noted who looked at which of its records: in lists, one by one, in files (S-14.4). */
  readonly logsReads?: true
  /**
   * Whether a file of its records asks for the password (S-3.8). Absent: it does where the records hold protected data of
   * people or refer to such records (`exportAsksPasswordIn`).
   */
  readonly exportAsksPassword?: boolean
  /** Power of every role that may write its records. */
  readonly power?: DeclaredPower
  /** One record only, read and changed as a whole (settings). */
  readonly single?: true
  readonly texts?: ResourceTexts<Name>
  /** The fields whose values stand for the record, joined by `titleSeparator`. */
  readonly title: readonly Name[]
  readonly fields: F
  readonly sections: { readonly [section: string]: readonly SectionRow<Name>[] }
  readonly form?: { readonly [field in Name]?: FormRule<Name> }
  readonly rules?: { readonly [rule: string]: Rule<Name> }
  readonly list: ListSpec<Name, View>
  /** Fields that there were: their columns, and what is in them, go with the next migration. */
  readonly gone?: readonly string[]
  /** The few facts under a record's name on its page; absent: the columns of its list. */
  readonly summary?: readonly Name[]
  /** Groups of fields whose values together are unique. */
  readonly unique?: readonly (readonly Name[])[]
  readonly access: Access<Name>
  readonly workflow?: Workflow<Name>
  /** By resource: which records feel it when one is set aside. How many is said before it is. */
  readonly dependants?: { readonly [resource: string]: Dependants }
  readonly actions?: { readonly [action: string]: Action<Name> }
  /**
   * Notifications: by a step, an action or `create`, or by a field, of each new value that it gets later on.
   * Where a write brings the same notification about twice, it is made once.
   */
  readonly notifies?: { readonly [moment: string]: Notice<Name> | readonly Notice<Name>[] }
  /**
   * Key of a record in a file of rows, of this resource and of those that refer to it; several parts are joined
   * by ` / `. Where an optional part is empty, the fields in `beside` help to tell records apart. `creates: false`: a file
   * may change records and make none. `shows`: what the program decides of each row, first in the preview. `statement`: bank
   * statements are read too, each part of an entry into that field.
   */
  readonly import?: {
    readonly key: readonly Name[]
    readonly beside?: readonly Name[]
    readonly creates?: false
    readonly shows?: readonly Name[]
    readonly statement?: { readonly [P in StatementPart]?: Name } & { readonly amount: Name }
  }
}

/** A resource whose own field names are not known to the compiler: what generic code takes. */
export type AnyResource = ResourceSpec<string, Fields, string>

/** A declaration, as far as its fields go. */
export interface Declared {
  readonly fields: Fields
}
export type RecordOf<R extends { fields: Fields }> = RecordOfFields<R['fields']>

/** Values of a record's stored fields; of a resource that is not known by name, any. */
export type ValuesOf<R extends Declared> = string extends keyof R['fields']
  ? { readonly [field: string]: unknown }
  : Readonly<Pick<RecordOf<R>, StoredName<R['fields']> & keyof RecordOf<R>>>
type StoredName<F extends Fields> = { [N in keyof F]: F[N] extends { options: { computed: {} } } ? never : N }[keyof F]

/** As `ValuesOf`, of a new record to which the program has yet to add what only some may write: it may be empty. */
export type DraftOf<R extends Declared> = {
  readonly [N in keyof ValuesOf<R>]: R['fields'][N & keyof R['fields']] extends { options: { write: unknown } }
    ? ValuesOf<R>[N] | null
    : ValuesOf<R>[N]
}
/** Name of a field of a resource. */
export type FieldName<R extends Declared> = keyof ValuesOf<R> & string

/** Fields of the record that an expression reads, by `reference` where it reads further. */
type NamesIn<E> = E extends string
  ? E extends `${infer Reference}.${string}`
    ? Reference
    : E
  : E extends readonly (infer Part)[]
    ? NamesIn<Part>
    : E extends { readonly text: string } | { readonly date: string }
      ? never
      : E extends { readonly join: infer Parts }
        ? NamesIn<Parts>
        : E extends object
          ? { [Word in keyof E]: NamesIn<E[Word]> }[keyof E]
          : never

/** Names what a computed field reads that is no field, as a type that nothing satisfies. */
export type Computable<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends { options: { computed: { value: infer E } } }
    ? Exclude<NamesIn<E>, keyof F | 'id'> extends never
      ? F[N]
      : { readonly 'computed from an unknown field': Exclude<NamesIn<E>, keyof F | 'id'> }
    : F[N]
}

/** Checks a declaration's names and types at compile time and returns it as it is. */
export const defineResource = <const N extends string, const F extends Fields, const View extends string = never>(
  spec: ResourceSpec<N, F, keyof F & string, View> & { readonly fields: Computable<NoInfer<F>> },
): ResourceSpec<N, F, keyof F & string, View> => ({ ...spec, fields: withTranslations(spec.fields) })

/** The spec's field names may be anything at run time; generic code asks through this. */
export function fieldOf(resource: AnyResource, name: string): FieldSpec {
  const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  if (!spec) throw new Error(`${resource.name} has no field ${name}`)
  return spec
}

type Entries = readonly (readonly [name: string, spec: FieldSpec])[]

/** Name and spec of every field, in the order of the declaration. */
export const fieldEntries = remembered(({ fields }: AnyResource): Entries => Object.entries(fields))

/** Fields with a value in the record, stored or computed: all but `many`. */
export const valueEntries = remembered(
  (resource: AnyResource): Entries => fieldEntries(resource).filter(([, spec]) => spec.kind !== 'many'),
)

/** Fields whose values are stored with the record. */
export const storedEntries = remembered(
  (resource: AnyResource): Entries => valueEntries(resource).filter(([, spec]) => spec.options.computed === undefined),
)

/** Fields with a column of their own: in other languages a field stands in a column beside it. */
export const columnEntries = remembered((resource: AnyResource): Entries => storedEntries(resource).filter(([, spec]) => !translates(spec)))

/** Whether some change of the resource's records asks for the password by its declaration. */
export const asksPassword = (resource: AnyResource) => fieldEntries(resource).some(([, spec]) => spec.options.asksPassword)

/** Whether a field ties an account to the person of the record: whoever signs in with the account acts as that person. */
export const isAccountLink = (spec: FieldSpec) => isKind(spec, 'reference') && spec.to === accountResource && spec.options.unique === true

/** Fields that are changed only right after the password was given: those that say so, and those that tie an account to a person. */
export const provedFields = remembered((resource: AnyResource): readonly string[] =>
  storedEntries(resource).flatMap(([name, spec]) => (spec.options.asksPassword || isAccountLink(spec) ? [name] : [])),
)

/** Fields that name several records each. */
export const linkEntries = (resource: AnyResource) =>
  storedEntries(resource).flatMap(([name, spec]) => (isKind(spec, 'links') ? [{ name, to: spec.to, spec }] : []))

/** Properties that the form takes from a field; in another language it is where the field is, and never required. */
export function formRuleOf(resource: AnyResource, name: string): FormRule | undefined {
  const said = translates(fieldOf(resource, name))
  if (!said) return resource.form?.[name]
  const own = resource.form?.[said.field]
  if (!own) return undefined
  const { requiredWhen: _, ...rule } = own
  return rule
}

/** Field names of the form, section by section, in order. */
export const sectionFields = (rows: readonly SectionRow[]): string[] => rows.flatMap((row) => (typeof row === 'string' ? [row] : [...row]))

/** The field that names the one account of a record, such as a student's: the record is then that person's own. */
export const accountFieldOf = (resource: AnyResource) => storedEntries(resource).find(([, spec]) => isAccountLink(spec))

/** Names of one field or of several. */
export const named = (fields: string | readonly string[] = []): readonly string[] => (typeof fields === 'string' ? [fields] : fields)

/** Type guard for one kind of field. */
export const isKind = <K extends FieldSpec['kind']>(spec: FieldSpec, kind: K): spec is Extract<FieldSpec, { kind: K }> => spec.kind === kind

/** Text between the parts of a title: a space between those of a name, a dot where another record's title is one of them. */
export const titleSeparator = (resource: AnyResource) =>
  resource.title.some((name) => isKind(fieldOf(resource, name), 'reference')) ? ' · ' : ' '

/** Fields whose records are rows in the form of the record that they belong to. */
export const rowEntries = (resource: AnyResource) =>
  fieldEntries(resource).flatMap(([name, spec]) =>
    isKind(spec, 'many') && spec.inForm ? [{ name, of: spec.of, by: spec.by, ...spec.inForm }] : [],
  )
/** Rows of a record as its form has them. */
export type RowField = ReturnType<typeof rowEntries>[number]
