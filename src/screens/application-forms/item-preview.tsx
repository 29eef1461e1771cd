import { countryName } from '@matricola/console/countries.ts'
import { ownLanguageName } from '@matricola/schema/languages.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { type ReactNode, useId, useState } from 'react'
import { type FixedItemName, fixedItems } from '#resources/admission/fixed-items.ts'
import { askedItems, fixedItemTexts, itemInWordsFor } from '#resources/admission/form-answers.ts'
import type { FixedItemTexts, FormContent, FormItem } from '#resources/admission/form-content.ts'
import { languages } from '#resources/languages.ts'
import { pageOfItem } from './content-edits.ts'
import { type ExamplePersonName, examplePersonFacts, examplePersonNames } from './example-people.ts'
import {
  useFixedItemKey,
  useFixedItemLabel,
  useFormEditorText,
  useFormWords,
} from './use-form-editor-text.ts'

const fixedStepNames = ['identity', 'contact', 'documents'] as const
const fieldsWithoutHint: ReadonlySet<FixedItemName> = new Set(['citizenship', 'country'])

interface ItemPreviewProps {
  readonly content: FormContent
  /** The selected question or page. */
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  /** Undefined until it is known. */
  readonly degree: string | undefined
}

/**
 * The page of the selected question as applicants see it. Its controls cannot be used; the outline
 * selects questions for the keyboard.
 */
export function ItemPreview({ content, selectedId, onSelect, degree = '' }: ItemPreviewProps) {
  const { t, language: pageLanguage } = useFormEditorText()
  const words = useFormWords()
  const id = useId()
  const [language, setLanguage] = useState<string>(pageLanguage)
  const page =
    (selectedId === null
      ? undefined
      : (pageOfItem(content, selectedId) ?? content.pages.find((one) => one.id === selectedId))) ??
    content.pages[0]
  const [person, setPerson] = useState<ExamplePersonName | ''>('')
  const shown =
    person !== '' && examplePersonFacts(person, { content, degree, lastDay: today(new Date()) })
  const asked =
    shown && new Set(askedItems(content, shown.facts, shown.answers).map(({ item }) => item.id))
  const inWords = (item: FormItem) =>
    shown ? itemInWordsFor(item, content, shown.facts, shown.answers) : item
  const fixedItemKey = useFixedItemKey()
  const fixedLabel = useFixedItemLabel()
  const fixedStep = fixedStepNames.find((step) =>
    fixedItems[step].some((name) => name === selectedId),
  )
  const fixedTexts: FixedItemTexts = shown
    ? fixedItemTexts(content, shown.facts, shown.answers)
    : Object.fromEntries(
        (content.fixed ?? []).map(({ field, help }) => [field, help ? { help } : {}]),
      )
  const number = page ? content.pages.indexOf(page) + 1 : 0
  return (
    <>
      <div className="form-preview-head">
        <span id={id}>{t('preview.title')}</span>
        <select
          aria-label={t('tryOut.person')}
          className="select"
          value={person}
          onChange={(event) =>
            setPerson(examplePersonNames.find((name) => name === event.target.value) ?? '')
          }
        >
          <option value="">{t('preview.all')}</option>
          {examplePersonNames.map((name) => (
            <option key={name} value={name}>
              {t(`tryOut.people.${name}`)}
            </option>
          ))}
        </select>
        <select
          aria-labelledby={id}
          className="select"
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
        >
          {languages.map((code) => (
            <option key={code} value={code}>
              {ownLanguageName(code)}
            </option>
          ))}
        </select>
      </div>
      {fixedStep && (
        <div className="form-preview">
          <h2>{t(`apply:steps.${fixedStep}.name`)}</h2>
          {fixedItems[fixedStep].map((name) => {
            const { label, help } = fixedTexts[name] ?? {}
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the outline selects fields for the keyboard
              // biome-ignore lint/a11y/useKeyWithClickEvents: the outline selects fields for the keyboard
              <div
                key={name}
                className="form-preview-item"
                data-selected={name === selectedId || undefined}
                onClick={() => onSelect(name)}
              >
                <p className="form-preview-label" lang={label && language}>
                  {label ? words(label, language) : fixedLabel(name)}
                </p>
                <p className="form-preview-help" lang={help && language}>
                  {help
                    ? words(help, language)
                    : fieldsWithoutHint.has(name)
                      ? ''
                      : t(`${fixedItemKey(name)}.hint`)}
                </p>
                <div className="input form-preview-control" inert aria-hidden="true">
                  {fixedStep === 'documents' ? t('types.file') : ''}
                </div>
              </div>
            )
          })}
        </div>
      )}
      {page && !fixedStep && (
        <div className="form-preview" lang={language}>
          <p className="caption">{t('preview.page', { number, total: content.pages.length })}</p>
          <h2>{words(page.title, language) || t('outline.untitledPage')}</h2>
          {page.items.map(inWords).map((item) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the outline selects questions for the keyboard
            // biome-ignore lint/a11y/useKeyWithClickEvents: the outline selects questions for the keyboard
            <div
              key={item.id}
              className="form-preview-item"
              data-selected={item.id === selectedId || undefined}
              onClick={() => onSelect(item.id)}
            >
              <p className="form-preview-label">
                {item.required === false
                  ? t('formItems:optional', { label: words(item.label, language) || item.key })
                  : words(item.label, language) || item.key}
              </p>
              {asked && !asked.has(item.id) && <p className="caption">{t('tryOut.notAsked')}</p>}
              {item.help && <p className="form-preview-help">{words(item.help, language)}</p>}
              <div inert aria-hidden="true">
                {control(item, {
                  words: (texts) => words(texts, language),
                  t: (key) => t(key),
                  language,
                })}
              </div>
            </div>
          ))}
          {page.items.length === 0 && <p>{t('preview.empty')}</p>}
        </div>
      )}
    </>
  )
}

interface ControlTexts {
  readonly words: (texts: FormItem['label']) => string
  readonly t: (key: string) => string
  readonly language: string
}

/** The control of a question, without a value. */
function control(item: FormItem, { words, t, language }: ControlTexts): ReactNode {
  const options =
    'options' in item
      ? item.options.map(({ id, label }) => ({ id, text: words(label) || '…' }))
      : item.type === 'boolean'
        ? [
            { id: 'yes', text: t('formItems:yes') },
            { id: 'no', text: t('formItems:no') },
          ]
        : undefined
  if (options)
    return (
      <ul className="bare-list">
        {options.map(({ id, text }) => (
          <li key={id} className="form-preview-option" data-set={item.type === 'set' || undefined}>
            {text}
          </li>
        ))}
      </ul>
    )
  if (item.type === 'table')
    return (
      <ul className="bare-list">
        {item.columns.map(({ id, label }) => (
          <li key={id}>
            {words(label) || '…'}
            <div className="input form-preview-control" />
          </li>
        ))}
      </ul>
    )
  if (item.type === 'country')
    return <div className="input form-preview-control">{countryName('RO', language)}</div>
  if (item.type === 'longText')
    return <div className="input form-preview-control form-preview-long" />
  if (item.type === 'declaration')
    return (
      <>
        <p className="form-preview-help long-text">{words(item.text)}</p>
        <p className="form-preview-option" data-set>
          {t('formItems:confirm')}
        </p>
      </>
    )
  return (
    <div className="input form-preview-control">
      {item.type === 'date' ? t('preview.day') : item.type === 'file' ? t('types.file') : ''}
    </div>
  )
}
