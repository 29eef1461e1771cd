/** Texts of a question for applicants who meet a condition. */
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { useState } from 'react'
import {
  type FixedItem,
  type FormItem,
  type FormTexts,
  type FormVariant,
  formLimits,
} from '#resources/admission/form-content.ts'
import { missingIn, withText } from './content-edits.ts'
import { FormTextField } from './inspector-fields.tsx'
import { type ConditionProps, ItemCondition } from './item-condition.tsx'
import { TextTabs } from './text-tabs.tsx'
import { useFormEditorText } from './use-form-editor-text.ts'

interface VariantsProps<Item> extends Pick<ConditionProps, 'content' | 'id' | 'isReadOnly'> {
  readonly item: Item
  readonly onChange: (item: Item) => void
}

/** Every variant has a condition. The first one is the most common reason for other words. */
const firstCondition = { identityType: { ne: 'cnp' } } as const

/** The first variant whose condition holds applies, so their order matters. */
export function Variants<Item extends FormItem | FixedItem>({
  content,
  id,
  item,
  isReadOnly,
  onChange,
}: VariantsProps<Item>) {
  const { t } = useFormEditorText()
  const { variants = [], ...others } = item
  // Variants have no ids, and their inputs have to move and disappear with them.
  const [keys, setKeys] = useState(() => variants.map((_, index) => index))
  const set = (next: readonly FormVariant[], nextKeys: readonly number[]) => {
    setKeys([...nextKeys])
    onChange((next.length === 0 ? others : { ...item, variants: next }) as Item)
  }
  const replace = (variant: FormVariant, changed: FormVariant) =>
    set(
      variants.map((one) => (one === variant ? changed : one)),
      keys,
    )
  const add = () =>
    set([...variants, { when: firstCondition }], [...keys, Math.max(-1, ...keys) + 1])
  const remove = (index: number) => set(variants.toSpliced(index, 1), keys.toSpliced(index, 1))
  const moveUp = (index: number) => set(swapped(variants, index), swapped(keys, index))
  if (isReadOnly && variants.length === 0) return null
  return (
    <fieldset className="form-inspector-required">
      <legend className="field-label">{t('variants.title')}</legend>
      {variants.length > 1 && <p className="field-help">{t('variants.order')}</p>}
      {variants.map((variant, index) => {
        const number = index + 1
        return (
          <fieldset key={keys[index] ?? `new ${index}`} className="form-variant">
            <legend>{t('variants.one', { number })}</legend>
            {!isReadOnly && (
              <div className="button-row">
                {index > 0 && (
                  <Button
                    aria-label={t('variants.moveUp', { number })}
                    onClick={() => moveUp(index)}
                  >
                    <Icon name="sort-up" />
                  </Button>
                )}
                <Button
                  kind="destructive"
                  aria-label={t('variants.remove', { number })}
                  onClick={() => remove(index)}
                >
                  {t('inspector.remove')}
                </Button>
              </div>
            )}
            <ItemCondition
              {...{ content, id, isReadOnly }}
              label={t('variants.when', { number })}
              value={variant.when}
              onCondition={(when) => replace(variant, { ...variant, when: when ?? variant.when })}
            />
            <TextTabs missing={(language) => missingIn(variantTexts(variant), language)}>
              {(language) =>
                (['label', 'help'] as const).map((name) => (
                  <FormTextField
                    key={name}
                    label={t(name === 'label' ? 'inspector.question' : 'inspector.help')}
                    value={variant[name]?.[language] ?? ''}
                    max={name === 'label' ? 200 : 1000}
                    isLong={name === 'help'}
                    disabled={isReadOnly}
                    onChange={(text) =>
                      replace(variant, withVariantText(variant, name, [language, text]))
                    }
                  />
                ))
              }
            </TextTabs>
          </fieldset>
        )
      })}
      {!isReadOnly && variants.length < formLimits.variants && (
        <button type="button" className="button-link" onClick={add}>
          {t('variants.add')}
        </button>
      )}
    </fieldset>
  )
}

/** The list with an entry and the one before it in reverse order. */
const swapped = <T,>(list: readonly T[], index: number): readonly T[] =>
  list.flatMap((one, at) =>
    at === index - 1 ? list.slice(index, index + 1) : at === index ? list.slice(at - 1, at) : [one],
  )

const variantTexts = ({ label, help }: FormVariant): readonly FormTexts[] =>
  [label, help].filter((texts) => texts !== undefined)

/** A text that is empty in all languages is that of the question. */
function withVariantText(
  variant: FormVariant,
  name: 'label' | 'help',
  [language, text]: readonly [string, string],
): FormVariant {
  const texts = withText(variant[name] ?? {}, language, text)
  const { [name]: _, ...others } = variant
  return Object.keys(texts).length === 0 ? others : { ...variant, [name]: texts }
}
