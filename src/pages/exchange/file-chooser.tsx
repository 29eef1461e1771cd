import type { RefObject } from 'react'

interface FileChooserProps {
  readonly chooser: RefObject<HTMLInputElement | null>
  readonly label: string
  /** Extensions that are offered besides those of tables. */
  readonly others?: string
  readonly onChosen: (file: File) => void
}

/** The browser's own dialog for a file of rows; a button beside it opens it. The same file can be chosen again. */
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
