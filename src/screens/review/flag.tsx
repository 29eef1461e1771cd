import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'

interface FlagButtonProps {
  readonly label: string
  readonly isOn: boolean
  readonly onClick: () => void
}

/** Flags a field or document that the applicant should change. */
export function FlagButton({ label, isOn, onClick }: FlagButtonProps) {
  const { t } = usePageText()
  const name = t('review:flag', { field: label })
  return (
    <button
      type="button"
      className={isOn ? 'button-icon flag flag-on' : 'button-icon flag'}
      aria-pressed={isOn}
      title={name}
      aria-keyshortcuts="f"
      onClick={onClick}
    >
      <Icon name="flag" />
    </button>
  )
}

/** An optional note to the applicant about the flagged field. */
export function FlagNote({
  label,
  note,
  onChange,
}: {
  readonly label: string
  readonly note: string
  readonly onChange: (note: string) => void
}) {
  const { t } = usePageText()
  return (
    <Input
      className="flag-note"
      maxLength={500}
      aria-label={t('review:flagNote', { field: label })}
      placeholder={t('review:flagNoteHint')}
      value={note}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
