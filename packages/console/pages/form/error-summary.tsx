import type { AnyResource } from '@matricola/schema/resource.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Ref } from 'react'
import { useIssueText } from '../../fields/issue-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { focusField } from './focus-field.ts'
import { findIssueTarget, issueElementId } from './rows/issue-target.ts'

interface ErrorSummaryProps {
  readonly ref: Ref<HTMLDivElement>
  readonly resource: AnyResource
  readonly issues: FieldIssues
  readonly scope: string
  /** Message of the server if no single field is the cause. */
  readonly failure: string | null
}

/**
 * Lists all errors in the order of the form. Each is a link to its field, with the same text as at
 * the field.
 */
export function ErrorSummary({ ref, resource, issues, scope, failure }: ErrorSummaryProps) {
  const { t } = usePageText()
  const issueText = useIssueText()
  const entries = Object.entries(issues).flatMap(([name, [issue]]) =>
    issue ? [[name, issue] as const] : [],
  )
  if (entries.length === 0 && !failure) return null
  return (
    <div ref={ref} className="error-summary" role="alert" tabIndex={-1}>
      {entries.length > 0 ? (
        <>
          <h2>{t('form.errors', { count: entries.length })}</h2>
          <ul>
            {entries.map(([path, issue]) => {
              const target = findIssueTarget(resource, path, t)
              const id = issueElementId(scope, path)
              return (
                <li key={path}>
                  {target ? (
                    <a
                      href={`#${id}`}
                      onClick={(event) => {
                        event.preventDefault()
                        focusField(id)
                      }}
                    >
                      {target.label}: {issueText(issue, target.spec)}
                    </a>
                  ) : (
                    issueText(issue)
                  )}
                </li>
              )
            })}
          </ul>
        </>
      ) : (
        <p>{failure}</p>
      )}
    </div>
  )
}
