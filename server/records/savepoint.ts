import type { Queries } from '#server/database/database.ts'

/**
 * Runs work whose writes are undone when it throws, or when `keeps` is false, without an end of the transaction around
 * it. `name` is a word of the program.
 */
export async function atSavepoint<T>(queries: Queries, name: string, work: () => Promise<T>, keeps = true): Promise<T> {
  await queries.query(`savepoint ${name}`)
  try {
    const result = await work()
    await queries.query(keeps ? `release savepoint ${name}` : `rollback to savepoint ${name}`)
    return result
  } catch (error) {
    await queries.query(`rollback to savepoint ${name}`)
    throw error
  }
}
