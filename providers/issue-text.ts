import { isEntityIssueCode } from '@matricola/schema/wire/errors.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'

/** PageTexts of an application, in the language of the page. */
export interface PageTexts {
  /** The requested language of responses. */
  readonly language: () => string
  /** Translates a text key, such as `errors:issues.required`. */
  readonly text: (key: string, params?: Issue['params']) => string
}

export function formatIssue({ code, params = {} }: Issue, { text, language }: PageTexts): string {
  const formattedParams = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string'
      ? formatDate(value, language())
      : value.toLocaleString(language(), { maximumFractionDigits: 10 }),
  ])
  return text(
    isEntityIssueCode(code) ? `resources:${code}` : `errors:issues.${code}`,
    Object.fromEntries(formattedParams),
  )
}

const formatDate = (value: string, language: string) =>
  /^\d{4}-\d\d-\d\d$/.test(value)
    ? new Intl.DateTimeFormat(language, {
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(value))
    : value
