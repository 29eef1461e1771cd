/** The type of a row, derived from the declaration of its resource. */
import type { Fields, RecordOfFields } from '@matricola/schema/field.ts'

/**
 * A row as `Queries` returns it: the stored fields of the declaration, with sort keys and blind
 * indexes.
 */
export type StoredRow<F extends Fields> = Omit<RecordOfFields<F>, Computed<F>> &
  SortKeyColumns<F> &
  BlindIndexColumns<F> & { readonly searchText: string }

type Computed<F extends Fields> = {
  [N in keyof F]: F[N] extends { options: { computed: {} } } ? N : never
}[keyof F]
type Text = { readonly type: 'text' | 'longText' | 'email' }
type IsSecret<S> = '~encrypted' extends keyof S
  ? true
  : S extends { readonly type: 'text'; readonly options: { readonly encrypted: true } }
    ? true
    : false
type OrNull<S, T> = S extends { readonly options: { readonly optional: true } } ? T | null : T
/**
 * Sort keys. Whether a text has one depends on its list, which the compiler does not know. A
 * missing column throws when the statement is built.
 */
type SortKeyColumns<F extends Fields> = {
  readonly [N in keyof F & string as F[N] extends Text ? `${N}Key` : never]: OrNull<F[N], string>
}
type BlindIndexColumns<F extends Fields> = {
  readonly [N in keyof F & string as IsSecret<F[N]> extends true ? `${N}Bidx` : never]: OrNull<
    F[N],
    string
  >
}
