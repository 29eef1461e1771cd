import { setTimeout as pause } from 'node:timers/promises'
import { Check } from './check.mjs'
import { Load } from './load.mjs'

/**
 * Lets people write, ends the server in the middle of it by `crash`, starts it again and compares, `cycles` times; each
 * fourth time the next start is ended as well, wherever it has got to. Answers the figures; `isSound` says whether all
 * that was acknowledged is there once.
 */
export async function runRounds({ site, cycles, crash, settle = async () => {} }) {
  const load = new Load(site)
  const check = new Check(site, load)
  const figures = { cycles: 0, endedWhileStarting: 0, failedStarts: 0, endedBeforePrepared: 0 }
  let failure
  await site.start()
  await load.prepare()
  try {
    for (let cycle = 1; cycle <= cycles; cycle++) {
      const work = load.run()
      // Whatever it fails of is thrown once the server has ended.
      work.catch(() => {})
      // On a slow machine some work takes longer than the rest; an end that comes before it says nothing of it.
      await load.everyKind(10_000)
      await pause(Math.random() * 1500)
      await Promise.all([crash(cycle), work])
      figures.endedBeforePrepared += site.originals()
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
      process.stderr.write(`\r${cycle} of ${cycles}: ${sum(load.acknowledged)} acknowledged, ${check.lost} lost `)
    }
    await check.prepared()
    await site.stop()
    figures.stored = check.stored()
  } catch (error) {
    failure = String(error.message ?? error).slice(-400)
    await site.kill()
  }
  process.stderr.write('\n')
  const { lost, doubled, torn, found } = check
  const isSound = check.isSound && failure === undefined && sum(load.acknowledged) > 0
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
