/**
 * Loaded before the program, `--import`: ends it by SIGKILL right before the last statement that the file `KILL_AT` tells, JSON of
 * pieces of statements that have to come one after the other. What stands before `*` has to come so many times:
 * `3*insert into change`. The file may come while the program runs, and is gone once it was read.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import pg from 'pg'

const told = process.env.KILL_AT ?? ''
let left = []

function meet(statement) {
  if (existsSync(told)) {
    left = JSON.parse(readFileSync(told, 'utf8')).map((step) => {
      const [, times = '1', text = ''] = /^(?:(\d+)\*)?(.*)$/.exec(step) ?? []
      return { times: Number(times), text }
    })
    rmSync(told)
  }
  const [next] = left
  if (!next || typeof statement !== 'string' || !statement.includes(next.text)) return
  next.times -= 1
  if (next.times > 0) return
  left.shift()
  if (left.length === 0) process.kill(process.pid, 'SIGKILL')
}

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
