/** Whether a mark is out, as SQL: what students, their records and their credits know of. `mark` is the alias of its row. */
export const publishedSql = (mark: string) => `${mark}.state IN ('published', 'locked')`
