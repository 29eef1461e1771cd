/**
 * Texts of Ant Design's components. Its language packs are incomplete, so our texts override them.
 * A text that is in neither is shown in English.
 */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Locale } from 'antd/es/locale'
import { useEffect, useState } from 'react'
import { useLanguage } from '../i18n.ts'

type LocaleModule = { readonly default: Locale }

/** In other languages, Ant Design's texts are in English. */
const antdLocales: { readonly [language: string]: () => Promise<LocaleModule> } & {
  readonly en: () => Promise<LocaleModule>
} = {
  en: () => import('antd/es/locale/en_GB'),
  ro: () => import('antd/es/locale/ro_RO'),
  fr: () => import('antd/es/locale/fr_FR'),
  de: () => import('antd/es/locale/de_DE'),
}

/** Texts that a pack lacks or has only in English, for the components we use. */
const localeOverrides: { readonly [language: string]: object } = {
  en: {},
  ro: {
    global: { placeholder: 'Selectați', close: 'Închidere' },
    Modal: { okText: 'OK', cancelText: 'Anulare', justOkText: 'OK' },
    Popconfirm: { okText: 'OK', cancelText: 'Anulare' },
    Pagination: {
      items_per_page: '/ pagină',
      jump_to: 'Mergeți la',
      jump_to_confirm: 'confirmare',
      page: 'Pagina',
      page_size: 'Mărimea paginii',
      prev_page: 'Pagina anterioară',
      next_page: 'Pagina următoare',
    },
    Upload: {
      uploading: 'Se încarcă…',
      removeFile: 'Eliminarea fișierului',
      uploadError: 'Eroare la încărcare',
      previewFile: 'Previzualizare',
      downloadFile: 'Descărcare',
    },
    Empty: { description: 'Nu s-a găsit niciun element' },
    Icon: { icon: 'pictogramă' },
    Text: {
      edit: 'Editare',
      copy: 'Copiere',
      copied: 'Copiat',
      expand: 'Extindere',
      collapse: 'Restrângere',
    },
    Image: { preview: 'Previzualizare' },
  },
  fr: {
    global: { placeholder: 'Sélectionner', close: 'Fermer' },
    Empty: { description: 'Aucun élément trouvé' },
  },
  de: {
    global: { placeholder: 'Auswählen', close: 'Schließen' },
    Empty: { description: 'Keine Einträge gefunden' },
  },
}

/** Merges objects deeply. Later values take precedence. */
function merged(...parts: readonly object[]): Locale {
  const result: Record<string, unknown> = {}
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      const existing = result[key]
      result[key] = isPlainObject(value)
        ? merged(isPlainObject(existing) ? existing : {}, value)
        : value
    }
  }
  return result as unknown as Locale // The pack comes first and is a complete Locale.
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the texts for a language, loaded on first use. */
async function antdLocale(language: Language): Promise<Locale> {
  const pack = await (antdLocales[language] ?? antdLocales.en)()
  return merged(pack.default, localeOverrides[language] ?? {})
}

/**
 * Used until the texts are loaded. With no locale at all, Ant Design renders one wrapper fewer and
 * would remount the page afterwards.
 */
const initialLocale: Locale = { locale: 'en' }

/** The texts for the page's language; the previous ones while they are loading. */
export function useAntdLocale(): Locale {
  const language = useLanguage()
  const [locale, setLocale] = useState(initialLocale)
  useEffect(() => {
    let isCurrent = true
    antdLocale(language).then((loaded) => isCurrent && setLocale(loaded))
    return () => {
      isCurrent = false
    }
  }, [language])
  return locale
}
