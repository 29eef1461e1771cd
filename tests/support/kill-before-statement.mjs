/**
 * Loaded with `--import` before the program. Sends the process SIGKILL just before a chosen
 * statement. The file named by `KILL_AT` holds a JSON array of statement fragments that must match
 * in sequence; the last match kills. A prefix repeats a fragment: `3*insert into change`. The file
 * may appear while the program runs, and is deleted once it has been read.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import pg from 'pg'

const killFile = process.env.KILL_AT ?? ''
let remainingSteps = []

function checkStatement(statement) {
  if (existsSync(killFile)) {
    remainingSteps = JSON.parse(readFileSync(killFile, 'utf8')).map((step) => {
      const [, times = '1', text = ''] = /^(?:(\d+)\*)?(.*)$/.exec(step) ?? []
      return { times: Number(times), text }
    })
    rmSync(killFile)
  }
  const [next] = remainingSteps
  if (!next || typeof statement !== 'string' || !statement.includes(next.text)) return
  next.times -= 1
  if (next.times > 0) return
  remainingSteps.shift()
  if (remainingSteps.length === 0) process.kill(process.pid, 'SIGKILL')
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (statement, ...rest) {
  checkStatement(statement?.text ?? statement)
  return query.call(this, statement, ...rest)
}
// Statements reach the embedded engine as worker messages.
const { postMessage } = Worker.prototype
Worker.prototype.postMessage = function (message, ...rest) {
  checkStatement(message?.text)
  return postMessage.call(this, message, ...rest)
}
