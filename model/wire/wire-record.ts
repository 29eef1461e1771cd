/** Shapes of an answer that everything else of the language speaks of: a refused value, and a record. */

/** One refused value: a code that names the message, and what to fill into it. */
export interface Issue {
  readonly code: string
  readonly params?: { readonly [name: string]: string | number }
}
export type FieldIssues = { readonly [field: string]: readonly Issue[] }

/** Parts of every record beside its fields: its title, the titles of what it refers to, and what the caller may do to it now. */
export interface WireMeta {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly _title: string
  /** By the field that refers to one record, or by the id of each of several. */
  readonly _titles: { readonly [fieldOrId: string]: string }
  /** Fields and references whose text in the title, or whose title, is in the reader's language and not as the university says it; absent: none. */
  readonly _translated?: readonly string[]
  readonly _can: readonly string[]
}
export type WireRecord = WireMeta & { readonly [field: string]: unknown }
