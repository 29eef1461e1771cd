/** The thread that reads one file. A malformed file can only crash this thread. */
import { parentPort, workerData } from 'node:worker_threads'
import {
  FileReadError,
  type ReadRequest,
  type ReadResponse,
  unreadableFile,
} from '../../ports/file-reader.ts'
import { readFileRows } from './read-rows.ts'

// Only `read-file.ts` starts this thread.
const { bytes, options } = workerData as ReadRequest

parentPort?.postMessage(readTask())

function readTask(): ReadResponse {
  try {
    return { file: readFileRows(bytes, options) }
  } catch (error) {
    const { code, reason } = error instanceof FileReadError ? error : unreadableFile()
    return { fault: code, reason }
  }
}
