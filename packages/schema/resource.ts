/**
 * The declaration of a resource: data that the server, the browser and the tests read. It survives
 * `JSON.parse(JSON.stringify(…))` unchanged except for its registry and field types, so it contains
 * no functions, components or secrets.
 */

import type { StatementPart } from './bank-statement.ts'
import type { Fields, RecordOfFields } from './field.ts'
import type { Predicate } from './predicate.ts'
import { withTranslations } from './translated-fields.ts'
import type {
  ByRole,
  DeclaredPower,
  GrantName,
  IconName,
  Role,
  ScopeName,
  Tone,
} from './vocabulary.ts'
import type { ErrorType, GenericErrorCode } from './wire/errors.ts'

/**
 * The rows a grant reaches: all, those that satisfy a predicate, or a named scope (for reading
 * only). The predicate may follow references: `'classId.courseId.departmentId'`.
 */
export type Grant<Name extends string = string> =
  | true
  | { readonly where: Predicate<Name | 'id' | `${Name}.${string}`> }
  | { readonly scope: ScopeName }
export type RoleAccess<Name extends string = string> = { readonly [G in GrantName]?: Grant<Name> }
export type Access<Name extends string = string> = ByRole<RoleAccess<Name>>

/** One row of a form section: a field, or two fields next to each other. */
export type SectionRow<Name extends string = string> = Name | readonly [Name, Name]

export interface FormRule<Name extends string = string> {
  readonly visibleWhen?: Predicate<Name>
  readonly requiredWhen?: Predicate<Name>
  readonly readOnlyWhen?: Predicate<Name>
}

/**
 * A validation rule over several fields. While `check` is false, the error is shown at `field`.
 * Text key: `<resource>.rules.<rule>`.
 */
export interface Rule<Name extends string = string> {
  readonly check: Predicate<Name>
  readonly field: Name
}

/**
 * Fields that record when a write happened and by whom; only the program sets them. Dates and times
 * are those of the write. References are to the caller's account or person record, and stay
 * unchanged if the actor is a system job.
 */
export type Stamps<Name extends string = string> = Name | readonly Name[]

/** A named change to a record, other than editing it. */
export interface Action<Name extends string = string> {
  readonly on: readonly ('row' | 'bulk')[]
  readonly roles: readonly Role[]
  readonly when?: Predicate<Name | 'id'>
  readonly set: { readonly [N in Name]?: string | number | boolean | null }
  /** Fields the user fills in with the action. */
  readonly input?: readonly Name[]
  /** Optional fields of `input` that this action requires. */
  readonly requires?: readonly Name[]
  /**
   * Additional input that is not stored in the record but that the server needs. Its texts are next
   * to those of the fields.
   */
  readonly extraFields?: Fields
  readonly stamps?: Stamps<Name>
  /**
   * The values depend on more than the declaration can express. The resource's hooks compute them
   * for each record.
   */
  readonly hasServerCode?: true
  /** The action cannot be undone. */
  readonly undo?: false
  /** Requires the password that the user entered within the last five minutes. */
  readonly requiresReauthentication?: true
  readonly tone?: Tone
}

/**
 * The states of a resource and the transitions between them. An update never writes the state
 * field.
 */
export interface Workflow<Name extends string = string> {
  readonly field: Name
  readonly initial: string
  /** Set with the initial state, unless the program sets them at another time. */
  readonly stamps?: Stamps<Name>
  /** States that hooks and jobs set. They need no transition. */
  readonly setByServer?: readonly string[]
  readonly transitions: {
    readonly [step: string]: {
      readonly from: readonly string[]
      readonly to: string
      readonly roles: readonly Role[]
      /** Condition in addition to the state. */
      readonly when?: Predicate<Name>
      /** Where generated pages offer the transition; absent: on rows and in bulk. */
      readonly on?: readonly ('row' | 'bulk')[]
      readonly input?: readonly Name[]
      readonly requires?: readonly Name[]
      readonly stamps?: Stamps<Name>
      readonly requiresReauthentication?: true
      readonly tone?: Tone
    }
  }
}

export interface ListSpec<Name extends string = string, View extends string = string> {
  readonly columns: readonly Name[]
  /** Columns that have a shorter heading than the field's label. */
  readonly headings?: readonly Name[]
  /**
   * Confirms that the list was loaded: in the API's message, and as a toast after a failure
   * (specification, section 8).
   */
  readonly loadedMessage?: true
  /** Default order; the prefix `-` means descending. */
  readonly sort: readonly (Name | `-${Name}`)[]
  readonly filters?: readonly Name[]
  readonly facets?: readonly Name[]
  readonly search?: readonly Name[]
  /**
   * References to search through: a record is found by the text of the record it refers to, such as
   * its student.
   */
  readonly searchThrough?: readonly Name[]
  readonly views?: {
    readonly [view in View]: {
      readonly where: Predicate<Name>
      /** Order and columns of the view; absent: those of the list. */
      readonly sort?: readonly (Name | `-${Name}`)[]
      readonly columns?: readonly Name[]
    }
  }
  /** The view shown when the URL has no filters; absent: all records. */
  readonly defaultView?: NoInfer<View>
  /** Columns that users who may write them can edit in the list. */
  readonly editable?: readonly Name[]
}

/**
 * An in-app notification, also sent by email if the recipient wants that. The actor who caused it
 * never gets one.
 */
export interface NotificationRule<Name extends string = string> {
  /** One of the types of the resource `notifications`. */
  readonly type: string
  /**
   * References to accounts or to person records with an account, or all active accounts of a role.
   */
  readonly to: Name | readonly Name[] | { readonly role: Role }
  /** Field that names the subject: a text, or a reference whose title is shown. */
  readonly subject?: Name
  /**
   * Path inside the recipient's area, with `:id` for the record's id; absent: the record's page.
   */
  readonly link?: string
  /** Condition on the record after the write; absent: always. */
  readonly when?: Predicate<Name>
}

/** Records of another resource that depend on a record of this one. */
export interface Dependants {
  /** The reference field through which they depend on it. */
  readonly field: string
  /** List filters that select the records that count. */
  readonly where?: { readonly [field: string]: string }
  /**
   * A field of both the dependants and the settings, such as the current year. Only records whose
   * value equals the setting count.
   */
  readonly matchesSetting?: string
  /** Error for deactivating a record that still has such dependants; absent: it is allowed. */
  readonly restrict?: GenericErrorCode | ErrorType
}

/**
 * English texts of a resource where its names do not read well. Other languages and overrides are
 * in locale files; anything missing from both is derived from the names and from templates
 * (`resource-texts.ts`).
 */
export interface ResourceTexts<Name extends string = string> {
  readonly one?: string
  readonly many?: string
  readonly new?: string
  readonly fields?: { readonly [field: string]: string } & { readonly [N in Name]?: string }
  /** Hint shown with the field's input. */
  readonly help?: { readonly [N in Name]?: string }
  readonly headings?: { readonly [N in Name]?: string }
  readonly choices?: { readonly [field: string]: { readonly [value: string]: string } }
  readonly sections?: { readonly [section: string]: string }
  /** Errors for texts that do not match their field's pattern. */
  readonly shapes?: { readonly [N in Name]?: string }
  /**
   * Errors of rules. They cannot be derived from names, so each rule needs one here or in a locale
   * file.
   */
  readonly rules?: { readonly [rule: string]: string }
  readonly views?: { readonly [view: string]: string }
  readonly actions?: { readonly [action: string]: string }
  /**
   * Errors of actions and transitions whose `when` is false, if there is more to say than "not
   * possible now".
   */
  readonly refusals?: { readonly [action: string]: string }
}

/**
 * Key of the slot that holds the registry of a declaration (`registry.ts`). Copies share the slot,
 * including copies that are made before the registry. JSON omits it.
 */
export const registrySlot = Symbol('registry')

/**
 * Its content is private so that comparing or logging a declaration does not traverse all others.
 */
export class RegistrySlot {
  #registry: object | undefined

  get registry(): object | undefined {
    return this.#registry
  }

  fill(registry: object): void {
    this.#registry = registry
  }
}

export interface ResourceSpec<
  N extends string = string,
  F extends Fields = Fields,
  Name extends string = keyof F & string,
  View extends string = string,
> {
  readonly [registrySlot]?: RegistrySlot
  readonly name: N
  /** Path under `/api`, as in the specification. */
  readonly path: string
  /** Path segment in the browser, inside a role's area; absent: `name`. */
  readonly page?: string
  readonly icon: IconName
  /** For custom resources: the menu section that contains the list; absent: administration. */
  readonly menu?: string
  /** Paths of calls for which the specification has a different path. */
  readonly paths?: { readonly list?: string; readonly create?: string; readonly update?: string }
  /**
   * Calls with a handwritten route, for example because they need no account. No route is generated
   * for them.
   */
  readonly customRoutes?: readonly ('list' | 'create')[]
  /**
   * Every read of its records, in lists, individually or as a file, is written to the access log.
   */
  readonly logsReads?: true
  /**
   * Whether an export requires reauthentication. Absent: it does if the records hold protected
   * personal data or refer to records that do (`exportRequiresReauthenticationIn`).
   */
  readonly exportRequiresReauthentication?: boolean
  /** The power of every role that may write its records. */
  readonly power?: DeclaredPower
  /** The resource has exactly one record, read and updated as a whole, such as the settings. */
  readonly singleton?: true
  readonly texts?: ResourceTexts<Name>
  /** Fields that form the title of a record, joined by `titleSeparator`. */
  readonly title: readonly Name[]
  readonly fields: F
  readonly sections: { readonly [section: string]: readonly SectionRow<Name>[] }
  readonly form?: { readonly [field in Name]?: FormRule<Name> }
  readonly rules?: { readonly [rule: string]: Rule<Name> }
  readonly list: ListSpec<Name, View>
  /** Removed fields. The next migration drops their columns and data. */
  readonly removedFields?: readonly string[]
  /** Facts shown under the title on the record's page; absent: the list's columns. */
  readonly summary?: readonly Name[]
  /** Groups of fields whose combined values are unique. */
  readonly unique?: readonly (readonly Name[])[]
  readonly access: Access<Name>
  readonly workflow?: Workflow<Name>
  /**
   * Records that depend on this one, by resource. Their number is shown before a record is
   * deactivated.
   */
  readonly dependants?: { readonly [resource: string]: Dependants }
  readonly actions?: { readonly [action: string]: Action<Name> }
  /**
   * Notifications by transition, action or `create`, or by field. A notification for a field is
   * sent on each change after creation. If one write would cause the same notification twice, it is
   * created once.
   */
  readonly notifies?: {
    readonly [moment: string]: NotificationRule<Name> | readonly NotificationRule<Name>[]
  }
  /**
   * - `key`: fields that identify a record in import files of this resource and of resources that
   *   refer to it, joined by ` / `.
   * - `fallbackKey`: additional fields that help to identify a record if an optional part of the
   *   key is empty.
   * - `allowsCreate: false`: imports only update existing records.
   * - `previewColumns`: values set by the program, shown first in the preview.
   * - `statement`: bank statements can be imported too; maps parts of an entry to fields.
   */
  readonly import?: {
    readonly key: readonly Name[]
    readonly fallbackKey?: readonly Name[]
    readonly allowsCreate?: false
    readonly previewColumns?: readonly Name[]
    readonly statement?: { readonly [P in StatementPart]?: Name } & { readonly amount: Name }
  }
}

/** A resource without the types of its field names, for generic code. */
export type AnyResource = ResourceSpec<string, Fields, string>

export interface HasFields {
  readonly fields: Fields
}
export type RecordOf<R extends { fields: Fields }> = RecordOfFields<R['fields']>

/** Values of a record's stored fields, or of any fields if the type does not name them. */
export type ValuesOf<R extends HasFields> = string extends keyof R['fields']
  ? { readonly [field: string]: unknown }
  : Readonly<Pick<RecordOf<R>, StoredName<R['fields']> & keyof RecordOf<R>>>
type StoredName<F extends Fields> = {
  [N in keyof F]: F[N] extends { options: { computed: {} } } ? never : N
}[keyof F]

/**
 * Like `ValuesOf`, for a new record: fields with restricted `write` may be null because the program
 * has not set them yet.
 */
export type WritableValuesOf<R extends HasFields> = {
  readonly [N in keyof ValuesOf<R>]: R['fields'][N & keyof R['fields']] extends {
    options: { write: unknown }
  }
    ? ValuesOf<R>[N] | null
    : ValuesOf<R>[N]
}
export type FieldName<R extends HasFields> = keyof ValuesOf<R> & string

/** Fields of the record that an expression reads. For `reference.field` this is `reference`. */
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

/**
 * Turns a computed field that reads an unknown field into a type that no value satisfies and that
 * names the unknown field.
 */
export type Computable<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends { options: { computed: { value: infer E } } }
    ? Exclude<NamesIn<E>, keyof F | 'id'> extends never
      ? F[N]
      : { readonly 'computed from an unknown field': Exclude<NamesIn<E>, keyof F | 'id'> }
    : F[N]
}

/**
 * Checks a declaration's names and types at compile time. Returns it with the fields of its
 * translations.
 */
export const defineResource = <
  const N extends string,
  const F extends Fields,
  const View extends string = never,
>(
  spec: ResourceSpec<N, F, keyof F & string, View> & { readonly fields: Computable<NoInfer<F>> },
): ResourceSpec<N, F, keyof F & string, View> => ({
  ...spec,
  [registrySlot]: new RegistrySlot(),
  fields: withTranslations(spec.fields),
})
