/** Values of one statement, in the order of their `$n`. */
export class Parameters {
  readonly values: unknown[] = []

  /** The `$n` of a value, cast where the statement alone does not tell its type: `add(id, 'uuid')` is `$3::uuid`. */
  add(value: unknown, type?: string): string {
    this.values.push(value)
    return type ? `$${this.values.length}::${type}` : `$${this.values.length}`
  }
}

/** A `LIKE` pattern for any text that holds `text`, its own `%`, `_` and `\` meant literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
