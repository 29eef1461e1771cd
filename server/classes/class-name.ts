import type { Language } from '@matricola/schema/vocabulary.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import { expr, type SqlExpression } from '@matricola/server/sql/typed.ts'

/**
 * SQL for the name of a class in a language. Class names usually contain the course name, which is
 * translated.
 */
export const classNameIn = (
  name: SqlExpression<string>,
  course: SqlExpression<string>,
  language: Language | null,
): SqlExpression<string> =>
  language === null
    ? name
    : expr<string>`replace(${name}, ${course}, ${inLanguage(course, language)})`
