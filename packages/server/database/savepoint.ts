import type { Queries } from './database.ts'

/**
 * Runs work in a savepoint. If it throws, its writes are rolled back and the transaction continues.
 * `name` must be an SQL identifier.
 */
export const atSavepoint = <T>(
  queries: Queries,
  name: string,
  work: () => Promise<T>,
): Promise<T> => runInSavepoint(queries, name, { work, end: 'release' })

/** Like `atSavepoint`, but always rolls back, for a dry run. */
export const rollBackAfter = <T>(
  queries: Queries,
  name: string,
  work: () => Promise<T>,
): Promise<T> => runInSavepoint(queries, name, { work, end: 'rollback to' })

async function runInSavepoint<T>(
  queries: Queries,
  name: string,
  { work, end }: { readonly work: () => Promise<T>; readonly end: 'release' | 'rollback to' },
): Promise<T> {
  await queries.query(`savepoint ${name}`)
  try {
    const result = await work()
    await queries.query(`${end} savepoint ${name}`)
    return result
  } catch (error) {
    await queries.query(`rollback to savepoint ${name}`)
    throw error
  }
}
