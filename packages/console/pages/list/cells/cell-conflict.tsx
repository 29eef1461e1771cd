import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldValue } from '../../../fields/field-value.tsx'
import { Button } from '../../../kit/button.tsx'
import type { CellDraft, CellEditing } from './use-cell-editing.ts'

interface CellConflictProps {
  readonly resource: AnyResource
  readonly draft: CellDraft
  readonly newer: WireRecord
  readonly editing: CellEditing
}

/** Another user has changed the same field. Shows both values and asks which one to keep. */
export function CellConflict({ resource, draft, newer, editing }: CellConflictProps) {
  const { t } = useTranslation('shell')
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const mine: WireRecord = {
    ...draft.record,
    [draft.name]: draft.value,
    _titles: draft.title === undefined ? {} : { [draft.name]: draft.title },
  }
  return (
    <div className="cell-conflict" role="alert">
      <p>{t('list.cell.changed')}</p>
      <dl>
        <div>
          <dt>{t('list.cell.theirs')}</dt>
          <dd>
            <FieldValue resource={resource} name={draft.name} record={newer} />
          </dd>
        </div>
        <div>
          <dt>{t('list.cell.mine')}</dt>
          <dd>
            <FieldValue resource={resource} name={draft.name} record={mine} />
          </dd>
        </div>
      </dl>
      <div className="cell-choices">
        <Button ref={first} onClick={editing.keepTheirs}>
          {t('list.cell.keepTheirs')}
        </Button>
        <Button aria-disabled={editing.isSaving} onClick={editing.keepMine}>
          {t('list.cell.keepMine')}
        </Button>
      </div>
    </div>
  )
}
