import type { InvalidationChannel } from '../../database/invalidations.ts'
import { afterCommit } from '../../database/transaction.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * Maximum age of a cached total, in milliseconds. It is short because invalidations can be lost,
 * and some writes send none.
 */
const maxAgeMs = 2000
const maxCached = 500
/**
 * Minimum time between two invalidations of a resource, in milliseconds, during a series of
 * transactions, such as a job.
 */
const minInvalidationMs = 1000

/**
 * Caches exact totals of lists and facets for up to two seconds, or until a process reports a write
 * to the resource.
 */
export class Totals {
  readonly #cached = new Map<string, { readonly value: unknown; readonly until: number }>()
  readonly #pending = new Map<string, Promise<unknown>>()
  readonly #writes = new Map<string, number>()
  /**
   * When the totals of each resource were last cleared, and when they must be cleared because of
   * later writes.
   */
  readonly #clearedAt = new Map<string, number>()
  readonly #dueAt = new Map<string, number>()
  readonly #clock: Clock
  readonly #invalidations: InvalidationChannel | undefined

  /**
   * `invalidations` is the channel between processes. It is absent for totals that are cached only
   * during a transaction.
   */
  constructor(clock: Clock, invalidations?: InvalidationChannel) {
    this.#clock = clock
    this.#invalidations = invalidations
    invalidations?.subscribe((topic) => {
      if (topic === null) this.#cached.clear()
      else if (topic.startsWith('wrote ')) this.#clear(topic.slice('wrote '.length))
    })
  }

  /** Clears the totals of a resource. Call it after every write of its records. */
  invalidate(resource: string): void {
    this.#clear(resource)
    // Another call may have counted before the commit, without seeing the write.
    afterCommit(() =>
      this.#invalidations
        ? void this.#invalidations.send(`wrote ${resource}`)
        : this.#clear(resource),
    )
  }

  #clear(resource: string): void {
    this.#writes.set(resource, (this.#writes.get(resource) ?? 0) + 1)
    this.#clearedAt.set(resource, this.#clock.now().getTime())
    this.#dueAt.delete(resource)
  }

  writtenResources(): string[] {
    return [...this.#writes.keys()]
  }

  /**
   * Clears the totals of everything that a finished transaction wrote. If it is one of many, this
   * can be delayed by up to a second.
   */
  invalidateWritesOf(transaction: Totals, isOneOfMany: boolean): void {
    for (const resource of transaction.#writes.keys()) {
      const due = (this.#clearedAt.get(resource) ?? 0) + minInvalidationMs
      if (isOneOfMany && due > this.#clock.now().getTime()) this.#dueAt.set(resource, due)
      else this.invalidate(resource)
    }
  }

  /**
   * Returns the key of a total. It contains the number of writes so far, so that a count started
   * before a write is never used after it.
   */
  keyOf(resource: string, condition: string, values: readonly unknown[]): string {
    if ((this.#dueAt.get(resource) ?? Number.POSITIVE_INFINITY) <= this.#clock.now().getTime())
      this.invalidate(resource)
    return `${resource}#${this.#writes.get(resource) ?? 0}#${condition}#${JSON.stringify(values)}`
  }

  get<T = number>(key: string): T | undefined {
    const entry = this.#cached.get(key)
    // The key contains the statement, so the caller knows the type of its result.
    return entry && entry.until > this.#clock.now().getTime() ? (entry.value as T) : undefined
  }

  /**
   * Returns and caches the result of `compute`. Concurrent calls with the same key share one count.
   */
  getOrCompute<T>(key: string, compute: () => Promise<T>): Promise<T> {
    const inProgress = this.#pending.get(key)
    // See `get`: the key determines the type.
    if (inProgress) return inProgress as Promise<T>
    const computation = compute()
      .then((value) => {
        this.#set(key, value)
        return value
      })
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, computation)
    return computation
  }

  #set(key: string, value: unknown): void {
    if (this.#cached.size >= maxCached) this.#cached.clear()
    this.#cached.set(key, { value, until: this.#clock.now().getTime() + maxAgeMs })
  }
}
