import type { Queries } from './database.ts'

/** Runs work whose writes are undone when it throws, without an end of the transaction around it. `name` is a word of the program. */
export const atSavepoint = <T>(queries: Queries, name: string, work: () => Promise<T>): Promise<T> =>
  marked(queries, name, { work, end: 'release' })

/** As `atSavepoint`, for work whose writes are undone in any case. */
export const onlyTried = <T>(queries: Queries, name: string, work: () => Promise<T>): Promise<T> =>
  marked(queries, name, { work, end: 'rollback to' })

async function marked<T>(
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
