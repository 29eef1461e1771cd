import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Checkbox, Radio } from '@matricola/console/kit/checks.tsx'
import { type ReactNode, useId } from 'react'
import type { FixedItemName } from '#resources/admission/fixed-items.ts'
import {
  type FixedItem,
  type FormContent,
  type FormItem,
  factSuppliedBy,
  itemsOf,
} from '#resources/admission/form-content.ts'
import {
  countMissingTexts,
  type FormPage,
  fixedItemOf,
  isDefaultKey,
  uniqueKey,
  withText,
} from './content-edits.ts'
import { FormTextField, KeyField, LimitField } from './inspector-fields.tsx'
import { ItemCondition } from './item-condition.tsx'
import { isSwitchedOn, itemTypeNames, itemTypes, limitText, withType } from './item-types.ts'
import { OptionFields } from './options.tsx'
import { TableColumns } from './table-columns.tsx'
import { TextTabs } from './text-tabs.tsx'
import { useFixedItemLabel, useFormEditorText, useFormWords } from './use-form-editor-text.ts'
import { Variants } from './variants.tsx'

/** Handlers of the buttons that move or remove the selected question or page. */
interface PartActions {
  readonly onMove: (step: 1 | -1) => void
  readonly onRemove: () => void
}

interface HeadProps extends Partial<PartActions> {
  readonly title: string
  readonly isReadOnly: boolean
  readonly children?: ReactNode
}

function Head({ title, isReadOnly, onMove, onRemove, children }: HeadProps) {
  const { t } = useFormEditorText()
  return (
    <div className="form-inspector-head">
      <h2>{title}</h2>
      {!isReadOnly && (
        <div className="button-row">
          {children}
          <Button aria-label={t('inspector.moveUp')} onClick={() => onMove?.(-1)}>
            <Icon name="sort-up" />
          </Button>
          <Button aria-label={t('inspector.moveDown')} onClick={() => onMove?.(1)}>
            <Icon name="sort-down" />
          </Button>
          <Button kind="destructive" onClick={onRemove}>
            {t('inspector.remove')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface PageInspectorProps extends PartActions {
  readonly page: FormPage
  readonly isReadOnly: boolean
  readonly onChange: (page: FormPage) => void
}

export function PageInspector({ page, isReadOnly, onChange, ...actions }: PageInspectorProps) {
  const { t } = useFormEditorText()
  const words = useFormWords()
  return (
    <>
      <Head
        {...actions}
        isReadOnly={isReadOnly}
        title={words(page.title) || t('outline.untitledPage')}
      />
      <TextTabs missing={(language) => countMissingTexts(page, language)}>
        {(language) => (
          <FormTextField
            label={t('inspector.pageTitle')}
            value={page.title[language] ?? ''}
            max={200}
            disabled={isReadOnly}
            onChange={(text) => onChange({ ...page, title: withText(page.title, language, text) })}
          />
        )}
      </TextTabs>
    </>
  )
}

interface ItemInspectorProps extends PartActions {
  readonly content: FormContent
  readonly item: FormItem
  /** Whether the question was published, so that its name and type are fixed. */
  readonly isPublished: boolean
  readonly isReadOnly: boolean
  /** Number of applications that answered the question; undefined while unknown. */
  readonly answers: number | undefined
  readonly onChange: (item: FormItem) => void
  readonly onCopy: () => void
}

/** The settings of a question. */
export function ItemInspector(props: ItemInspectorProps) {
  const { content, item, isPublished, isReadOnly, answers, onChange } = props
  const { t } = useFormEditorText()
  const words = useFormWords()
  const { limits } = itemTypes[item.type]
  const fact = factSuppliedBy(item)
  const typeId = useId()
  const set = (changes: object) => onChange({ ...item, ...changes } as FormItem)
  const takenKeys = itemsOf(content)
    .filter(({ id }) => id !== item.id)
    .map(({ key }) => key)
  // The name of a new question follows its text until it is chosen.
  const setLabel = (language: string, text: string) =>
    set({
      label: withText(item.label, language, text),
    })
  const nameFromLabel = () => {
    const label = words(item.label)
    if (!isPublished && isDefaultKey(item.key) && label !== '')
      set({ key: uniqueKey(content, label, item.id) })
  }
  return (
    <>
      <Head
        title={words(item.label) || item.key}
        isReadOnly={isReadOnly}
        onMove={props.onMove}
        onRemove={props.onRemove}
      >
        <Button aria-label={t('inspector.copy')} onClick={props.onCopy}>
          <Icon name="copy" />
        </Button>
      </Head>
      {answers !== undefined && answers > 0 && (
        <p className="caption">{t('inspector.answers', { count: answers })}</p>
      )}
      <TextTabs missing={(language) => countMissingTexts(item, language)}>
        {(language) => (
          <>
            <FormTextField
              label={t('inspector.question')}
              value={item.label[language] ?? ''}
              max={200}
              disabled={isReadOnly}
              onChange={(text) => setLabel(language, text)}
              onLeave={nameFromLabel}
            />
            <HelpField {...{ item, language, isReadOnly, onChange }} />
            {item.type === 'declaration' && (
              <FormTextField
                label={t('inspector.declaration')}
                value={item.text[language] ?? ''}
                max={5000}
                isLong
                disabled={isReadOnly}
                onChange={(text) => set({ text: withText(item.text, language, text) })}
              />
            )}
            {fact !== undefined && (
              <p className="field-note">{t('inspector.supplies', { fact: t(`facts.${fact}`) })}</p>
            )}
            {'options' in item && (
              <OptionFields
                options={item.options}
                language={language}
                isReadOnly={isReadOnly}
                onChange={(options) => set({ options })}
              />
            )}
          </>
        )}
      </TextTabs>
      <div className="form-inspector-row">
        <div className="form-inspector-field">
          <label className="field-label" htmlFor={typeId}>
            {t('inspector.type')}
          </label>
          <select
            id={typeId}
            className="select"
            value={item.type}
            disabled={isReadOnly || isPublished}
            onChange={(event) => {
              const type = itemTypeNames.find((name) => name === event.target.value)
              if (type) onChange(withType(item, type))
            }}
          >
            {itemTypeNames.map((name) => (
              <option key={name} value={name}>
                {t(`types.${name}`)}
              </option>
            ))}
          </select>
        </div>
        {limits.map((limit) => (
          <LimitField
            key={`${item.type} ${limit.name}`}
            limit={limit}
            label={t(`limits.${limitText(item.type, limit.name)}`)}
            value={item[limit.name as keyof FormItem]}
            disabled={isReadOnly}
            onChange={(value) => {
              const { [limit.name as keyof FormItem]: _, ...others } = item
              onChange(
                (value === undefined ? others : { ...item, [limit.name]: value }) as FormItem,
              )
            }}
          />
        ))}
      </div>
      {item.type === 'table' && (
        <TableColumns
          columns={item.columns}
          isReadOnly={isReadOnly}
          onChange={(columns) => set({ columns })}
        />
      )}
      <ItemCondition
        {...props}
        id={item.id}
        label={t('inspector.asks')}
        value={item.asks}
        onCondition={(asks) => {
          const { asks: _, ...others } = item
          onChange((asks ? { ...item, asks } : others) as FormItem)
        }}
      />
      {item.type !== 'declaration' && (
        <Required {...props} onRequired={(required) => set({ required })} />
      )}
      <Variants {...props} id={item.id} />
      <Switches {...props} />
      <KeyField
        value={item.key}
        takenKeys={takenKeys}
        disabled={isReadOnly || isPublished}
        onChange={(key) => set({ key })}
      />
    </>
  )
}

interface HelpFieldProps<Item> {
  readonly item: Item
  readonly language: string
  readonly isReadOnly: boolean
  readonly onChange: (item: Item) => void
}

function HelpField<Item extends FormItem | FixedItem>(props: HelpFieldProps<Item>) {
  const { item, language, isReadOnly, onChange } = props
  const { t } = useFormEditorText()
  return (
    <FormTextField
      label={t('inspector.help')}
      value={item.help?.[language] ?? ''}
      max={1000}
      isLong
      disabled={isReadOnly}
      onChange={(text) => {
        const help = withText(item.help ?? {}, language, text)
        const { help: _, ...others } = item
        onChange((Object.keys(help).length === 0 ? others : { ...item, help }) as Item)
      }}
    />
  )
}

interface FixedItemInspectorProps {
  readonly content: FormContent
  readonly field: FixedItemName
  readonly isReadOnly: boolean
  readonly onChange: (item: FixedItem) => void
}

/** The texts of a field that every applicant is asked for. Nothing else of it can change. */
export function FixedItemInspector({
  content,
  field,
  isReadOnly,
  onChange,
}: FixedItemInspectorProps) {
  const { t } = useFormEditorText()
  const label = useFixedItemLabel()
  const item = fixedItemOf(content, field)
  return (
    <>
      <Head title={label(field)} isReadOnly />
      <p className="field-note">{t('inspector.fixedNote')}</p>
      <TextTabs missing={(language) => countMissingTexts(item, language)}>
        {(language) => <HelpField {...{ item, language, isReadOnly, onChange }} />}
      </TextTabs>
      <Variants {...{ content, item, isReadOnly, onChange }} id={field} />
    </>
  )
}

interface RequiredProps extends Pick<ItemInspectorProps, 'content' | 'item' | 'isReadOnly'> {
  readonly onRequired: (required: FormItem['required']) => void
}

/** An answer that is required only under a condition is a choice of its own. */
function Required({ content, item, isReadOnly, onRequired }: RequiredProps) {
  const { t } = useFormEditorText()
  const id = useId()
  const { required } = item
  const current = typeof required === 'object' ? 'when' : required ? 'yes' : 'no'
  const values = { yes: true, no: false, when: { isMinor: { eq: true } } } as const
  return (
    <fieldset className="form-inspector-required">
      <legend className="field-label">{t('inspector.required')}</legend>
      {(['yes', 'no', 'when'] as const).map((name) => (
        <Radio
          key={name}
          name={id}
          checked={current === name}
          disabled={isReadOnly}
          onChange={() => onRequired(values[name])}
        >
          {t(`inspector.requiredValues.${name}`)}
        </Radio>
      ))}
      {typeof required === 'object' && (
        <ItemCondition
          content={content}
          id={item.id}
          isReadOnly={isReadOnly}
          label={t('inspector.requiredWhen')}
          value={required}
          onCondition={(condition) => onRequired(condition ?? true)}
        />
      )}
    </fieldset>
  )
}

/** The use of the answers in lists, and their readers. */
function Switches({
  item,
  isReadOnly,
  onChange,
}: Pick<ItemInspectorProps, 'item' | 'isReadOnly' | 'onChange'>) {
  const { t } = useFormEditorText()
  const withProperty = (name: string, value: unknown) => {
    const others = Object.fromEntries(Object.entries(item).filter(([one]) => one !== name))
    onChange((value === undefined ? others : { ...item, [name]: value }) as FormItem)
  }
  return (
    <fieldset className="form-inspector-required">
      <legend className="field-label">{t('inspector.use')}</legend>
      {itemTypes[item.type].switches?.map((name) => (
        <Checkbox
          key={name}
          checked={isSwitchedOn(item, name)}
          disabled={isReadOnly}
          onChange={({ target }) => withProperty(name, target.checked ? true : undefined)}
        >
          {t(`inspector.switches.${name}`)}
        </Checkbox>
      ))}
      <Checkbox
        checked={item.readers !== undefined}
        disabled={isReadOnly}
        onChange={({ target }) => withProperty('readers', target.checked ? ['admin'] : undefined)}
      >
        {t('inspector.switches.readers')}
      </Checkbox>
    </fieldset>
  )
}
