/**
 * Loaded first if page tests run with the production build of React (`SUITE_REACT`). That build has
 * no `act`, which Testing Library needs, so this file supplies one.
 */
import React from 'react'
import { flushSync } from 'react-dom'
import { unstable_forceFrameRate } from 'scheduler'

/** Saved before a test installs fake timers. */
const realSetImmediate = setImmediate
const waitForTurn = () => new Promise<void>((resolve) => realSetImmediate(resolve))

/**
 * Waits until React has rendered deferred work. The first turn renders the work, and the following
 * turns render updates from its effects.
 */
async function flushRendering<T>(outcome: Promise<T>): Promise<T> {
  const result = await outcome
  for (let remaining = 4; remaining > 0; remaining--) await waitForTurn()
  flushSync(() => {})
  return result
}

/** Runs a step and flushes the updates that it caused. */
function act<T>(step: () => T | Promise<T>): T | Promise<T> {
  const result = flushSync(step)
  return result instanceof Promise ? flushRendering(result) : result
}

if (!('act' in React)) {
  Reflect.set(React, 'act', act)
  // Lets React render in one turn without yielding, because there is no input to respond to.
  unstable_forceFrameRate(1)
  const { configure, getConfig } = await import('@testing-library/react')
  const { asyncWrapper } = getConfig()
  configure({ asyncWrapper: (step) => flushRendering(asyncWrapper(step)) })
}
