import { usePageText } from '#src/fields/page-text.ts'
import { Button } from '#src/kit/button.tsx'
import { type InputProps, textOf } from './input.ts'

/** Tells whether the value is what the server shows of a number stored encrypted: its last characters only. */
export const isMasked = (value: unknown) => typeof value === 'string' && value.includes('•')

/** A number that is stored encrypted: it is replaced, never edited. */
export function MaskedValue(props: InputProps) {
  const { t } = usePageText()
  return (
    <span className="masked">
      <output id={props.id} aria-labelledby={props.labelId}>
        {textOf(props.value)}
      </output>
      <Button disabled={props.disabled} onClick={() => props.onChange('')}>
        {t('fields.replace')}
      </Button>
    </span>
  )
}
