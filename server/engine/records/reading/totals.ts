import type { News } from '#server/engine/database/invalidations.ts'
import { afterCommit } from '#server/engine/database/transaction.ts'
import type { Clock } from '#server/engine/ports/clock.ts'

/** Maximum age of a cached total, in milliseconds. It is short because invalidations can be lost, and some writes send none. */
const maxAgeMs = 2000
const maxCached = 500
/** Minimum time between two invalidations of a resource, in milliseconds, during a series of transactions, such as a job. */
const minInvalidationMs = 1000

/** Caches exact totals of lists and facets for up to two seconds, or until a process reports a write to the resource. */
export class Totals {
  readonly #known = new Map<string, { readonly value: unknown; readonly until: number }>()
  readonly #making = new Map<string, Promise<unknown>>()
  readonly #writes = new Map<string, number>()
  /** When each resource was last cleared, and when it is due to be cleared for writes since then. */
  readonly #forgotten = new Map<string, number>()
  readonly #owed = new Map<string, number>()
  readonly #clock: Clock
  readonly #news: News | undefined

  /** `news` is the invalidation channel between processes. It is absent for totals that live only as long as a transaction. */
  constructor(clock: Clock, news?: News) {
    this.#clock = clock
    this.#news = news
    news?.subscribe((topic) => {
      if (topic === null) this.#known.clear()
      else if (topic.startsWith('wrote ')) this.#forget(topic.slice('wrote '.length))
    })
  }

  /** Clears the totals of a resource. Call it after every write of its records. */
  invalidate(resource: string): void {
    this.#forget(resource)
    // Another call may have counted before the commit, without seeing the write.
    afterCommit(() => (this.#news ? void this.#news.send(`wrote ${resource}`) : this.#forget(resource)))
  }

  #forget(resource: string): void {
    this.#writes.set(resource, (this.#writes.get(resource) ?? 0) + 1)
    this.#forgotten.set(resource, this.#clock.now().getTime())
    this.#owed.delete(resource)
  }

  writtenResources(): string[] {
    return [...this.#writes.keys()]
  }

  /** Clears the totals of everything that a finished transaction wrote. If it is one of many, this can be delayed by up to a second. */
  invalidateWritesOf(transaction: Totals, isOneOfMany: boolean): void {
    for (const resource of transaction.#writes.keys()) {
      const due = (this.#forgotten.get(resource) ?? 0) + minInvalidationMs
      if (isOneOfMany && due > this.#clock.now().getTime()) this.#owed.set(resource, due)
      else this.invalidate(resource)
    }
  }

  /** Returns the key of a total. It contains the number of writes so far, so that a count started before a write is never used after it. */
  keyOf(resource: string, condition: string, values: readonly unknown[]): string {
    if ((this.#owed.get(resource) ?? Number.POSITIVE_INFINITY) <= this.#clock.now().getTime()) this.invalidate(resource)
    return `${resource}#${this.#writes.get(resource) ?? 0}#${condition}#${JSON.stringify(values)}`
  }

  get<T = number>(key: string): T | undefined {
    const known = this.#known.get(key)
    // The key contains the statement, so the caller knows the type of its result.
    return known && known.until > this.#clock.now().getTime() ? (known.value as T) : undefined
  }

  /** Returns and caches the result of `compute`. Concurrent calls with the same key share one count. */
  getOrCompute<T>(key: string, compute: () => Promise<T>): Promise<T> {
    const underWay = this.#making.get(key)
    // See `get`: the key determines the type.
    if (underWay) return underWay as Promise<T>
    const making = compute()
      .then((value) => {
        this.#set(key, value)
        return value
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  #set(key: string, value: unknown): void {
    if (this.#known.size >= maxCached) this.#known.clear()
    this.#known.set(key, { value, until: this.#clock.now().getTime() + maxAgeMs })
  }
}
