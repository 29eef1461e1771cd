/** Collects the parameter values of one statement, in the order of `$1`, `$2` and so on. */
export class Parameters {
  readonly values: unknown[] = []

  /**
   * Adds a value and returns its placeholder, cast if the type is not clear from the context:
   * `add(id, 'uuid')` returns `$3::uuid`.
   */
  add(value: unknown, type?: string): string {
    this.values.push(value)
    return type ? `$${this.values.length}::${type}` : `$${this.values.length}`
  }
}

/** Returns a `LIKE` pattern for texts that contain `text`, with `%`, `_` and `\` escaped. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
