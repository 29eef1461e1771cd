import { type ReactNode, useId } from 'react'
import { Button, type ButtonKind } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'

interface FormDialogProps {
  readonly title: string
  /** Label of the submit button; null if there is nothing left to send. */
  readonly submit: string | null
  readonly submitKind?: ButtonKind
  /** Shows the button as disabled. It still calls `onSubmit`, which has to check the condition. */
  readonly isDisabled?: boolean
  /** Label of the button that closes the dialog without sending. */
  readonly cancel: string
  /** Error message of the last attempt. */
  readonly failure?: string | null
  readonly isWide?: boolean
  readonly isHidden?: boolean
  readonly children: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** A dialog with a form, which the user submits with the button or with Enter. */
export function FormDialog({
  submit,
  submitKind = 'primary',
  isDisabled,
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
            <Button type="submit" form={id} kind={submitKind} aria-disabled={isDisabled}>
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
