import { type ComponentType, useEffect, useState } from 'react'

interface LaterSectionProps<Props> {
  readonly title: string
  readonly isOpenAtFirst?: boolean
  readonly load: () => Promise<ComponentType<Props>>
  readonly failed: string
  readonly props: Props
}

/** A section whose code and texts are loaded when it is opened. */
export function LaterSection<Props extends object>({
  title,
  isOpenAtFirst = false,
  load,
  failed,
  props,
}: LaterSectionProps<Props>) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [loaded, setLoaded] = useState<{ readonly View: ComponentType<Props> } | null>(null)
  const [hasFailed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is the same function each time
  useEffect(() => {
    if (!isOpen || loaded) return
    setFailed(false)
    load().then(
      (View) => setLoaded({ View }),
      () => setFailed(true),
    )
  }, [isOpen, loaded])
  return (
    <details
      className="status-details"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && loaded ? <loaded.View {...props} /> : null}
      {hasFailed ? <p role="alert">{failed}</p> : null}
    </details>
  )
}
