/** SQL of the id of a person's student or professor record; `userId` is the SQL of the account's id. */
export const personSql = (userId: string) =>
  `coalesce((SELECT p.id FROM professors p WHERE p.user_id = ${userId}), (SELECT s.id FROM students s WHERE s.user_id = ${userId}))`
