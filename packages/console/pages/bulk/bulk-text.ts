import { isEntityIssueCode } from '@matricola/schema/wire/errors.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { translate, translateIssue } from '../../i18n.ts'

type Params = Readonly<Record<string, string | number>>

export interface BulkText {
  readonly t: (key: string, params?: Params) => string
  /** Text of an issue with a row; null for a code that adds nothing to the row's outcome. */
  readonly issue: (issue: Issue) => string | null
}

/**
 * Texts of the `bulk` namespace in the current language; keys of other namespaces need their
 * prefix.
 */
export function bulkText(): BulkText {
  const full = (key: string) => (key.includes(':') ? key : `bulk:${key}`)
  return {
    t: (key, params = {}) => translate(full(key), params),
    issue: (issue) => {
      if (isEntityIssueCode(issue.code) || i18next.exists(`errors:issues.${issue.code}`))
        return translateIssue(issue)
      // These texts address the caller of a single request, and the row's outcome already gives the
      // same information.
      if (
        [
          'access.denied',
          'record.missing',
          'record.stale',
          'transition.refused',
          'input.invalid',
        ].includes(issue.code)
      )
        return null
      return i18next.exists(`errors:errors.${issue.code}`)
        ? translate(`errors:errors.${issue.code}`)
        : null
    },
  }
}

/** Like `bulkText`, and rerenders the component when the language changes. */
export function useBulkText(): BulkText {
  useTranslation(['bulk', 'resources', 'errors'])
  return bulkText()
}
