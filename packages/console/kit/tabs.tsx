import { type KeyboardEvent, type ReactNode, useId } from 'react'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly {
    readonly name: string
    readonly label: string
    readonly content: ReactNode
  }[]
  readonly current: string
  readonly onChange: (name: string) => void
}

/**
 * Tabs according to the ARIA pattern: arrow keys move between them, Tab moves into the panel. A
 * single tab is not shown as a tab.
 */
export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  const id = useId()
  const index = Math.max(
    0,
    tabs.findIndex((tab) => tab.name === current),
  )
  const currentTab = tabs[index]
  if (!currentTab) return null
  if (tabs.length === 1) return currentTab.content
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step && tabs[(index + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChange(next.name)
    document.getElementById(`${id}-tab-${next.name}`)?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            id={`${id}-tab-${tab.name}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab === currentTab}
            aria-controls={`${id}-panel`}
            tabIndex={tab === currentTab ? 0 : -1}
            onClick={() => onChange(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${currentTab.name}`}>
        {currentTab.content}
      </div>
    </>
  )
}
