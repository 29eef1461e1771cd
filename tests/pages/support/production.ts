/**
 * Runs before everything else where page tests go through React as users have it (`SUITE_REACT`). Its production build has no
 * `act`, which the Testing Library hands each step of a test to.
 */
import React from 'react'
import { flushSync } from 'react-dom'
import { unstable_forceFrameRate } from 'scheduler'

/** Taken before a test plays the time. */
const later = setImmediate
const turn = () => new Promise<void>((resolve) => later(resolve))

/** Until React has drawn what it puts off: the first turn draws it, the next ones what its effects led to. */
async function drawn<T>(outcome: Promise<T>): Promise<T> {
  const result = await outcome
  for (let left = 4; left > 0; left--) await turn()
  flushSync(() => {})
  return result
}

/** Runs a step and draws what came of it. */
function act<T>(step: () => T | Promise<T>): T | Promise<T> {
  const result = flushSync(step)
  return result instanceof Promise ? drawn(result) : result
}

if (!('act' in React)) {
  Reflect.set(React, 'act', act)
  // Draws to the end in one turn: nobody moves a mouse meanwhile.
  unstable_forceFrameRate(1)
  const { configure, getConfig } = await import('@testing-library/react')
  const { asyncWrapper } = getConfig()
  configure({ asyncWrapper: (step) => drawn(asyncWrapper(step)) })
}
