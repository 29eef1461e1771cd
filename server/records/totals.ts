import type { Clock } from '#server/ports/clock.ts'

/** How long a total that another process may have changed is believed, in milliseconds. */
const believedMs = 2000
const maxRemembered = 500

/** Exact totals of lists, kept while nothing of the resource was written here and for at most two seconds. */
export class Totals {
  readonly #known = new Map<string, { readonly total: number; readonly until: number }>()
  readonly #writes = new Map<string, number>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Forgets what is known about a resource's lists. To be called after every write of its records. */
  forget(resource: string): void {
    this.#writes.set(resource, (this.#writes.get(resource) ?? 0) + 1)
  }

  /** What a total is remembered under; it holds the number of writes so far, so that a count begun before one is never believed after it. */
  keyOf(resource: string, condition: string, values: readonly unknown[]): string {
    return `${resource}#${this.#writes.get(resource) ?? 0}#${condition}#${JSON.stringify(values)}`
  }

  get(key: string): number | undefined {
    const known = this.#known.get(key)
    return known && known.until > this.#clock.now().getTime() ? known.total : undefined
  }

  set(key: string, total: number): void {
    if (this.#known.size >= maxRemembered) this.#known.clear()
    this.#known.set(key, { total, until: this.#clock.now().getTime() + believedMs })
  }
}
