import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import type { InputProps } from '@matricola/console/fields/input.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useTitle } from '@matricola/console/fields/use-options.ts'
import { useRecordOptions } from '@matricola/console/fields/use-record-options.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Select } from '@matricola/console/kit/select.tsx'
import { Link } from 'react-router'
import { fieldKey } from '../../message-keys.ts'
import { pagePaths } from '../../paths.ts'

/**
 * Input that selects a record. Typing searches, arrow keys and Enter choose a record, and Escape
 * cancels.
 */
export function ReferenceInput(props: InputProps<'reference'>) {
  const { t } = usePageText()
  const { role } = useUser()
  const can = usePermission()
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const title = useTitle(props.spec.to, value, value ? props.title : '')
  const { target, options, missing, isOpen, note, select } = useRecordOptions(
    props.spec,
    props.values,
  )
  useAnnounce(isOpen ? note || t('fields.found', { count: options.length }) : '')

  return (
    <>
      <div className="reference-line">
        <Select
          id={props.id}
          labelId={props.labelId}
          value={value}
          title={title ?? '…'}
          options={options}
          onChange={(id) =>
            props.onChange(id, options.find((option) => option.value === id)?.label)
          }
          {...select}
          note={note}
          disabled={props.disabled || missing !== null}
          required={props.required}
          invalid={props.invalid}
          describedBy={props.describedBy}
          placeholder={
            missing
              ? t('fields.chooseFirst', {
                  field: t(`resources:${fieldKey(props.resource, missing)}`),
                })
              : t('fields.search')
          }
        />
        {value !== null && !props.disabled && (
          <Button aria-describedby={props.labelId} onClick={() => props.onChange(null)}>
            {t('fields.clear')}
          </Button>
        )}
      </div>
      {value !== null && !isOpen && can('read', target) && !target.singleton && (
        <Link className="reference-link" to={pagePaths(target, role).show.replace(':id', value)}>
          {t('fields.openRecord', { title: title ?? '' })}
        </Link>
      )}
    </>
  )
}
