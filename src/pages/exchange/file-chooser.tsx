import type { RefObject } from 'react'

interface FileChooserProps {
  readonly chooser: RefObject<HTMLInputElement | null>
  readonly label: string
  /** Extensions offered in addition to those of tables. */
  readonly others?: string
  readonly onChosen: (file: File) => void
}

/** A hidden file input, opened by a button next to it. Choosing the same file twice works. */
export function FileChooser({ chooser, label, others = '', onChosen }: FileChooserProps) {
  return (
    <input
      ref={chooser}
      hidden
      type="file"
      accept={`.csv,.tsv,.txt,.xlsx${others}`}
      aria-label={label}
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = ''
        if (file) onChosen(file)
      }}
    />
  )
}
