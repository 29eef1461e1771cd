import { type ReactNode, useId } from 'react'
import { Dialog } from '#src/kit/dialog.tsx'

interface FormDialogProps {
  readonly title: string
  /** Words on the button that sends; null: there is nothing left to send. */
  readonly submit: string | null
  readonly submitClass?: string
  /** Shows the button as not to be used now; `onSubmit` decides what comes of it all the same. */
  readonly isHeld?: boolean
  /** Words on the button that leaves everything as it is. */
  readonly cancel: string
  /** Why nothing came of it. */
  readonly failure?: string | null
  readonly isWide?: boolean
  readonly isAside?: boolean
  readonly children: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** A dialog that asks something and sends it, by its button or by Enter. */
export function FormDialog({
  submit,
  submitClass = 'button-primary',
  isHeld,
  cancel,
  failure,
  children,
  onSubmit,
  ...dialog
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {submit !== null && (
            <button type="submit" form={id} className={`button ${submitClass}`} aria-disabled={isHeld}>
              {submit}
            </button>
          )}
          <button type="button" className="button" onClick={dialog.onClose}>
            {cancel}
          </button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  )
}
