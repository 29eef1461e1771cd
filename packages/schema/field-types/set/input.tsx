import type { InputProps } from '@matricola/console/fields/input.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { choiceKey } from '../../message-keys.ts'

/** Checkboxes. The value is kept in the order of the declaration. */
export function SetInput(props: InputProps<'set'>) {
  const { t } = usePageText()
  const chosen: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  const choices = Object.keys(props.spec.choices)
  return (
    // biome-ignore lint/a11y/useSemanticElements: all field types share the label above the group, which a legend would repeat
    <div
      id={props.id}
      className="options"
      role="group"
      aria-labelledby={props.labelId}
      aria-describedby={props.describedBy}
    >
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          disabled={props.disabled}
          aria-invalid={props.invalid || undefined}
          checked={chosen.includes(choice)}
          onChange={(event) =>
            props.onChange(
              choices.filter((other) =>
                other === choice ? event.target.checked : chosen.includes(other),
              ),
            )
          }
        >
          {t(`resources:${choiceKey(props.resource, props.name, choice)}`)}
        </Checkbox>
      ))}
    </div>
  )
}
