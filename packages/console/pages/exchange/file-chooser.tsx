import type { RefObject } from 'react'

interface FileChooserProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly label: string
  /** Extensions offered in addition to those of tables. */
  readonly extraTypes?: string
  readonly onChosen: (file: File) => void
}

/** A hidden file input, opened by a button next to it. Choosing the same file twice works. */
export function FileChooser({ inputRef, label, extraTypes = '', onChosen }: FileChooserProps) {
  return (
    <input
      ref={inputRef}
      hidden
      type="file"
      accept={`.csv,.tsv,.txt,.xlsx${extraTypes}`}
      aria-label={label}
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = ''
        if (file) onChosen(file)
      }}
    />
  )
}
