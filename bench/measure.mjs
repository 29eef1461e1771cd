/** Sends calls to a server and measures time, CPU and memory of its process. */
import { readFileSync } from 'node:fs'
import { sendRequest } from './server.mjs'

/** Default number of parallel connections. */
const defaultConnections = 8

/**
 * Calls a server for `ms` milliseconds. Returns the number of calls, calls per second, CPU
 * milliseconds in total and peak memory. `make` returns the next call for a connection. An error
 * response aborts the measurement. With `isOnce`, a single call is made, regardless of its
 * duration.
 */
export async function measureRound(
  server,
  make,
  { cookie = '', ms, connections = defaultConnections, isOnce = false },
) {
  const { pid } = server.child
  const [startedAt, cpuBefore] = [performance.now(), readCpuMs(pid)]
  const end = startedAt + ms
  let [done, peakMb] = [0, readMemoryMb(pid)]
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, readMemoryMb(pid))
  }, 50)
  const caller = async (_, connection) => {
    while (performance.now() < end && !(isOnce && done > 0)) {
      const { method, path, body } = make(connection)
      const payload = body && JSON.stringify(body)
      const headers = {
        cookie,
        ...(payload && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      }
      const { status, text } = await sendRequest({
        ...server,
        method,
        path,
        headers,
        payload,
        timeoutMs: 120_000,
      })
      if (status >= 300)
        throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 300)}`)
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, caller)).finally(() => clearInterval(watch))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    done,
    perSecond: done / seconds,
    cpuMs: readCpuMs(pid) - cpuBefore,
    memoryMb: Math.max(peakMb, readMemoryMb(pid)),
  }
}

/**
 * Measures the same call on the real and the bare server, alternating. Returns medians, ratios and
 * their range.
 */
export async function compareWithBare({ ours, bare }, { rounds, ms, isOnce = false }) {
  const samples = { ours: [], bare: [] }
  const connections = isOnce ? 1 : defaultConnections
  const measured = async (length) => [
    await measureRound(ours.server, ours.make, {
      cookie: ours.cookie,
      ms: length,
      connections,
      isOnce,
    }),
    await measureRound(bare.server, bare.make, { ms: length, connections, isOnce }),
  ]
  await measured(ms / 4)
  for (let count = 0; count < rounds; count++) {
    const [program, bareResult] = await measured(ms)
    samples.ours.push(program)
    samples.bare.push(bareResult)
  }
  const medianOf = (side, name) => median(samples[side].map((round) => round[name]))
  const sum = (side, name) => samples[side].reduce((all, round) => all + round[name], 0)
  // The system measures CPU time in units of 10 ms, so only the sum of all rounds gives the time of
  // one call.
  const cpuOfOne = (side) => Math.max(sum(side, 'cpuMs'), 10) / sum(side, 'done')
  const ratios = samples.ours.map(({ perSecond }, at) => perSecond / samples.bare[at].perSecond)
  return {
    perSecond: {
      ours: rounded(medianOf('ours', 'perSecond'), isOnce ? 2 : 0),
      bare: rounded(medianOf('bare', 'perSecond'), isOnce ? 2 : 0),
    },
    ratio: rounded(median(ratios)),
    spread: minAndMax(ratios),
    cpuMs: { ours: rounded(cpuOfOne('ours')), bare: rounded(cpuOfOne('bare')) },
    // CPU time per call relative to the bare server. It is the figure least affected by other
    // programs.
    cost: rounded(cpuOfOne('ours') / cpuOfOne('bare')),
    memoryMb: Math.max(...samples.ours.map(({ memoryMb }) => memoryMb)),
  }
}

/** CPU milliseconds that a process has used (Linux). */
export function readCpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Memory of a process in MB (Linux). */
export function readMemoryMb(pid) {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  )
}

/** Load average of the last minute (Linux). */
export const loadAverage = () => Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])

export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
export const median = (numbers) => quantile(numbers, 0.5)
export const rounded = (value, digits = 2) => Number(value.toFixed(digits))
export const minAndMax = (numbers) => [rounded(Math.min(...numbers)), rounded(Math.max(...numbers))]
