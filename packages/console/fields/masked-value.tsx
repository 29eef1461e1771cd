import { Button } from '../kit/button.tsx'
import { type InputProps, inputText } from './input.ts'
import { usePageText } from './page-text.ts'

/**
 * Whether the value is masked: the server returns only the last characters of an encrypted number.
 */
export const isMasked = (value: unknown) => typeof value === 'string' && value.includes('•')

/** The input of an encrypted number, which can be replaced but not edited. */
export function MaskedValue(props: InputProps) {
  const { t } = usePageText()
  return (
    <span className="masked">
      <output id={props.id} aria-labelledby={props.labelId}>
        {inputText(props.value)}
      </output>
      <Button disabled={props.disabled} onClick={() => props.onChange('')}>
        {t('fields.replace')}
      </Button>
    </span>
  )
}
