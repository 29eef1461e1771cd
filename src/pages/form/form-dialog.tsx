import { type ReactNode, useId } from 'react'
import { Button, type ButtonKind } from '#src/kit/button.tsx'
import { Dialog } from '#src/kit/dialog.tsx'

interface FormDialogProps {
  readonly title: string
  /** Words on the button that sends; null: there is nothing left to send. */
  readonly submit: string | null
  readonly submitKind?: ButtonKind
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
export function FormDialog({ submit, submitKind = 'primary', isHeld, cancel, failure, children, onSubmit, ...dialog }: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {submit !== null && (
            <Button type="submit" form={id} kind={submitKind} aria-disabled={isHeld}>
              {submit}
            </Button>
          )}
          <Button onClick={dialog.onClose}>{cancel}</Button>
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
