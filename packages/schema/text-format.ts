/** Text fields whose values are codes that users see in words. */
import type { Language } from './vocabulary.ts'

/** How the codes of a text field are shown, declared by an application for the option `displayAs`. */
export interface TextFormat {
  /** Whether the text is such a code. Parameters of issues are recognised by this. */
  readonly holds: (text: string) => boolean
  /** Returns the code in words. `text` returns the text for a key with its namespace. */
  readonly format: (code: string, reader: { readonly language: Language; readonly text: (key: string) => string }) => string
}
