import { setTimeout as pause } from 'node:timers/promises'
import { CrashCheck } from './crash-check.mjs'
import { SimulatedLoad } from './simulated-load.mjs'

/**
 * Runs `cycles` rounds of simulated users, a crash, a restart and a comparison. In every fourth
 * round, the restart is killed as well, at a random time. Returns the figures; `isSound` is true if
 * every acknowledged write exists exactly once.
 */
export async function runRounds({ site, cycles, crash, settle = async () => {} }) {
  const load = new SimulatedLoad(site)
  const check = new CrashCheck(site, load)
  const figures = { cycles: 0, endedWhileStarting: 0, failedStarts: 0, endedBeforePrepared: 0 }
  let failure
  await site.start()
  await load.prepare()
  try {
    for (let cycle = 1; cycle <= cycles; cycle++) {
      const running = load.run()
      // Its errors are thrown below, after the crash.
      running.catch(() => {})
      // On a slow machine some kinds of work take longer. A crash before they were acknowledged
      // would not test them.
      await load.waitForEveryKind(10_000)
      await pause(Math.random() * 1500)
      await Promise.all([crash(cycle), running])
      figures.endedBeforePrepared += site.countUnprepared()
      if (cycle % 4 === 0) {
        await site.startAndKill(100 + Math.random() * 900)
        await settle(cycle)
        figures.endedWhileStarting++
      }
      await site.start().catch((error) => {
        figures.failedStarts++
        throw error
      })
      await check.compare()
      figures.cycles = cycle
      process.stderr.write(
        `\r${cycle} of ${cycles}: ${sum(load.acknowledged)} acknowledged, ${check.lost} lost `,
      )
    }
    await check.waitForPictures()
    await site.stop()
    figures.stored = check.checkStored()
  } catch (error) {
    failure = String(error.message ?? error).slice(-400)
    await site.kill()
  }
  process.stderr.write('\n')
  const { lost, duplicated: doubled, torn, found } = check
  const isSound = check.hasNoLosses && failure === undefined && sum(load.acknowledged) > 0
  return {
    isSound,
    ...figures,
    acknowledged: load.acknowledged,
    lost,
    doubled,
    torn,
    startMs: site.starts,
    ...(found.length > 0 && { found: found.slice(0, 20) }),
    ...(failure && { failure }),
  }
}

const sum = (figures) => Object.values(figures).reduce((all, one) => all + one, 0)
