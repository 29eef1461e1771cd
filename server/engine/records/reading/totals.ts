import type { News } from '#server/engine/database/news.ts'
import { onceCommitted } from '#server/engine/database/transaction.ts'
import type { Clock } from '#server/engine/ports/clock.ts'

/** Milliseconds for which a total is believed, whatever was told: news may be lost, and not everything that writes tells of it. */
const believedMs = 2000
const maxRemembered = 500
/** Milliseconds for which totals are believed while one transaction follows another, as those of a job do. */
const calmMs = 1000

/** Exact totals of lists, and of the values in them, kept while no process has told that it wrote of the resource and for at most two seconds. */
export class Totals {
  readonly #known = new Map<string, { readonly value: unknown; readonly until: number }>()
  readonly #making = new Map<string, Promise<unknown>>()
  readonly #writes = new Map<string, number>()
  /** When each resource was last forgotten, and when one is to be that was written since. */
  readonly #forgotten = new Map<string, number>()
  readonly #owed = new Map<string, number>()
  readonly #clock: Clock
  readonly #news: News | undefined

  /** `news`: of those that outlive a transaction. */
  constructor(clock: Clock, news?: News) {
    this.#clock = clock
    this.#news = news
    news?.hear((topic) => {
      if (topic === null) this.#known.clear()
      else if (topic.startsWith('wrote ')) this.#forget(topic.slice('wrote '.length))
    })
  }

  /** Forgets what is known about a resource's lists. To be called after every write of its records. */
  forget(resource: string): void {
    this.#forget(resource)
    // Others may have counted once more before they could see what was written.
    onceCommitted(() => (this.#news ? void this.#news.tell(`wrote ${resource}`) : this.#forget(resource)))
  }

  #forget(resource: string): void {
    this.#writes.set(resource, (this.#writes.get(resource) ?? 0) + 1)
    this.#forgotten.set(resource, this.#clock.now().getTime())
    this.#owed.delete(resource)
  }

  /** Resources that were written. */
  written(): string[] {
    return [...this.#writes.keys()]
  }

  /** Forgets what was written in a transaction that has ended since; within a second where it is one of many. */
  forgetWritesOf(transaction: Totals, isOneOfMany: boolean): void {
    for (const resource of transaction.#writes.keys()) {
      const due = (this.#forgotten.get(resource) ?? 0) + calmMs
      if (isOneOfMany && due > this.#clock.now().getTime()) this.#owed.set(resource, due)
      else this.forget(resource)
    }
  }

  /** Key of a total; it holds the number of writes so far, so that a count begun before one is never believed after it. */
  keyOf(resource: string, condition: string, values: readonly unknown[]): string {
    if ((this.#owed.get(resource) ?? Number.POSITIVE_INFINITY) <= this.#clock.now().getTime()) this.forget(resource)
    return `${resource}#${this.#writes.get(resource) ?? 0}#${condition}#${JSON.stringify(values)}`
  }

  get<T = number>(key: string): T | undefined {
    const known = this.#known.get(key)
    // A key holds its statement, and who asks by it knows what that answers.
    return known && known.until > this.#clock.now().getTime() ? (known.value as T) : undefined
  }

  /** Answer of `make`, kept; whoever asks for the same meanwhile waits for that, since a table is counted no faster twice. */
  made<T>(key: string, make: () => Promise<T>): Promise<T> {
    const underWay = this.#making.get(key)
    // As above: one key, one statement.
    if (underWay) return underWay as Promise<T>
    const making = make()
      .then((value) => {
        this.#set(key, value)
        return value
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  #set(key: string, value: unknown): void {
    if (this.#known.size >= maxRemembered) this.#known.clear()
    this.#known.set(key, { value, until: this.#clock.now().getTime() + believedMs })
  }
}
