import type { Issue, WireRecord } from '#model/wire.ts'
import { useIssueText } from '#src/fields/issue-text.ts'
import { usePageText } from '#src/fields/page-text.ts'

/** Warnings about a record, which forbid nothing, as the server tells them beside the fields. */
export function Warnings({ record }: { readonly record: WireRecord }) {
  const { t } = usePageText()
  const issueText = useIssueText()
  // The server alone writes this part of a record.
  const warnings = (record.warnings ?? []) as readonly Issue[]
  if (warnings.length === 0) return null
  return (
    <section className="message message-warn" aria-label={t('show.warnings')}>
      <ul>
        {warnings.map((warning) => (
          <li key={JSON.stringify(warning)}>{issueText(warning)}</li>
        ))}
      </ul>
    </section>
  )
}
