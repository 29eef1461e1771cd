import type { Language } from '#model/vocabulary.ts'
import { type Expression, expr, inLanguage } from '#server/engine/sql/typed.ts'

/** SQL of the name of a class in a language. Class names usually contain the course name, which is translated. */
export const classNameIn = (name: Expression<string>, course: Expression<string>, language: Language | null): Expression<string> =>
  language === null ? name : expr<string>`replace(${name}, ${course}, ${inLanguage(course, language)})`
