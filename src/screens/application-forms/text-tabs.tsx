import { Tabs } from '@matricola/console/kit/tabs.tsx'
import { ownLanguageName } from '@matricola/schema/languages.ts'
import { type ReactNode, useState } from 'react'
import { languages } from '#resources/languages.ts'
import { useFormEditorText, useTextLanguage } from './use-form-editor-text.ts'

interface TextTabsProps {
  /** Number of texts that a language lacks. */
  readonly missing: (language: string) => number
  /** The inputs of the texts in a language. */
  readonly children: (language: string) => ReactNode
}

/** Texts by language. The university's language comes first. */
export function TextTabs({ missing, children }: TextTabsProps) {
  const { t } = useFormEditorText()
  const first = useTextLanguage()
  const [current, setCurrent] = useState(first)
  const ordered = [first, ...languages.filter((language) => language !== first)]
  return (
    <Tabs
      label={t('inspector.languages')}
      current={current}
      onChange={setCurrent}
      tabs={ordered.map((language) => {
        const count = missing(language)
        const name = ownLanguageName(language)
        return {
          name: language,
          label: count === 0 ? name : t('inspector.missing', { language: name, count }),
          content: <div lang={language}>{children(language)}</div>,
        }
      })}
    />
  )
}
