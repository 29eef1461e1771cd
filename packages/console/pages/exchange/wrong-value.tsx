import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { WireImport, WireInvalidValue } from '@matricola/schema/wire/jobs.ts'
import { useId } from 'react'
import { useIssueText } from '../../fields/issue-text.ts'
import { Replacement } from './replacement.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface WrongValueProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly value: WireInvalidValue
  readonly onReplaced: (changed: WireImport) => void
}

/**
 * Shows a value from the file, the reason why it is rejected, and an input for its replacement in
 * all rows. The input is prefilled with the replacement used before or with the likely one.
 */
export function InvalidValue({ resource, current, value, onReplaced }: WrongValueProps) {
  const { t } = useExchangeText()
  const issueText = useIssueText()
  const id = useId()
  const { column, text, issue, earlierReplacement } = value
  const name = current.mapping[column] ?? ''
  const field = t(`resources:${fieldKey(resource, name)}`)
  return (
    <tr>
      <th scope="row">
        {text}
        <p id={`${id}-why`} className="field-error">
          {issueText(issue, fieldOf(resource, name))}
        </p>
      </th>
      <td data-label={t('values.field')}>{field}</td>
      <td data-label={t('values.replacement')}>
        <Replacement
          resource={resource}
          current={current}
          value={value}
          suggested={earlierReplacement ?? String(issue.params?.suggestion ?? '')}
          reasonId={`${id}-why`}
          onReplaced={onReplaced}
        />
      </td>
    </tr>
  )
}
