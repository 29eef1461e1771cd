/**
 * Loaded before the program, `--import`: ends it by SIGKILL right before the last statement of `KILL_AT`, JSON of pieces of
 * statements that have to come one after the other. What stands before `*` has to come so many times: `3*insert into change`.
 */
import { Worker } from 'node:worker_threads'
import pg from 'pg'

const left = JSON.parse(process.env.KILL_AT ?? '[]').map((step) => {
  const [, times = '1', text = ''] = /^(?:(\d+)\*)?(.*)$/.exec(step) ?? []
  return { times: Number(times), text }
})

function meet(statement) {
  const [next] = left
  if (!next || typeof statement !== 'string' || !statement.includes(next.text)) return
  next.times -= 1
  if (next.times > 0) return
  left.shift()
  if (left.length === 0) process.kill(process.pid, 'SIGKILL')
}

if (left.length > 0) {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (statement, ...rest) {
    meet(statement?.text ?? statement)
    return query.call(this, statement, ...rest)
  }
  // The embedded engine gets its statements as messages.
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (message, ...rest) {
    meet(message?.text)
    return postMessage.call(this, message, ...rest)
  }
}
