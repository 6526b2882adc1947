import { Worker } from 'node:worker_threads'

/** In a thread of its own: code that runs for minutes would not let this process see that its channel has closed. */
const WATCH = `
  const { workerData: parent } = require('node:worker_threads')
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500)`

/** Ends this child process when the process that started it has ended, however that happened. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C reaches the whole process group, and a service manager may stop all processes: the parent decides when this one ends.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
  if (process.connected === false) process.exit(0)
  new Worker(WATCH, { eval: true, workerData: process.ppid }).unref()
}
