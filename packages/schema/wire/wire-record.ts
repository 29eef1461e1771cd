/** The basic shapes of responses: issues and records. */

/** One problem with a value: the code of the message and its parameters. */
export interface Issue {
  readonly code: string
  readonly params?: { readonly [name: string]: string | number }
}
export type FieldIssues = { readonly [field: string]: readonly Issue[] }

/**
 * Properties of every record in addition to its fields: its title, the titles of referenced
 * records, and the caller's permissions.
 */
export interface WireMeta {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly _title: string
  /** By field for references, by id for links. */
  readonly _titles: { readonly [fieldOrId: string]: string }
  /**
   * Fields of the title whose text is a translation, and references whose title is a translation;
   * absent if there are none.
   */
  readonly _translated?: readonly string[]
  readonly _can: readonly string[]
}
export type WireRecord = WireMeta & { readonly [field: string]: unknown }
