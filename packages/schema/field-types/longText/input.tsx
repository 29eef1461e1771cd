import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import {
  controlProps,
  type InputProps,
  inputText,
  withCommaBelow,
} from '@matricola/console/fields/input.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { TextArea } from '@matricola/console/kit/inputs.tsx'

/**
 * A text area that grows with its text. Shows the number of characters once it reaches 80 % of the
 * maximum.
 */
export function LongTextInput(props: InputProps<'longText'>) {
  const { t } = usePageText()
  const text = inputText(props.value)
  const { max } = props.spec.options
  return (
    <div className="grow-box" data-text={`${text}\n`}>
      <TextArea
        {...controlProps(props)}
        rows={3}
        value={text}
        onChange={(event) => props.onChange(withCommaBelow(event.target.value))}
      />
      {text.length > max * 0.8 && (
        <LiveRegion className="field-count" isKnown>
          {t('fields.length', { used: text.length, max })}
        </LiveRegion>
      )}
    </div>
  )
}
