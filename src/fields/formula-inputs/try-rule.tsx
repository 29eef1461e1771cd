import { usePermission } from '@matricola/console/app/use-permission.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { useId, useState } from 'react'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { type TrialInput, TryDialog, trialInputOf, useTryText } from './try-dialog.tsx'

interface TryRuleProps {
  /** The present values of the form. */
  readonly values: { readonly [field: string]: unknown }
}

/** Opens the comparison of the rule in the form with the stored one. */
export function TryRule({ values }: TryRuleProps) {
  const { t } = useTryText()
  const can = usePermission()
  const noteId = useId()
  const [tried, setTried] = useState<TrialInput | null>(null)
  if (!can('update', asAnyResource(admissionProgrammes))) return null
  const input = trialInputOf(values)
  return (
    <div className="try-rule-start">
      <Button
        disabled={input === null}
        aria-describedby={input === null ? noteId : undefined}
        onClick={() => setTried(input)}
      >
        {t('try.title')}
      </Button>
      {input === null && (
        <p className="field-note" id={noteId}>
          {t('try.choose')}
        </p>
      )}
      {tried && <TryDialog input={tried} onClose={() => setTried(null)} />}
    </div>
  )
}
