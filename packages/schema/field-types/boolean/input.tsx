import type { InputProps } from '@matricola/console/fields/input.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Switch } from '@matricola/console/kit/checks.tsx'

/** A switch that also shows its state in words. */
export function BooleanInput({
  id,
  value,
  disabled,
  describedBy,
  onChange,
}: InputProps<'boolean'>) {
  const { t } = usePageText()
  return (
    <span className="switch">
      <Switch
        id={id}
        checked={value === true}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={onChange}
      />
      <span aria-hidden="true">{t(value === true ? 'fields.yes' : 'fields.no')}</span>
    </span>
  )
}
