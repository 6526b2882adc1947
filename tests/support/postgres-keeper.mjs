/**
 * Stands between the tests and their PostgreSQL, and outlives them by a moment: when its standard input ends, because
 * it was asked to stop or because the test process is gone (even by kill -9), it stops the server and removes the
 * folder. Started by postgres-server.ts with one argument, the JSON of a KeeperOrder.
 */
import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const { command, args, folder, user } = JSON.parse(process.argv[2])
let server
let isStopping = false

const start = () => {
  const log = openSync(join(folder, 'log'), 'a')
  server = spawn(command, args, { cwd: folder, stdio: ['ignore', log, log], ...user })
  closeSync(log)
  // A server that ends by itself leaves its log for the tests to read; they close the input then.
  server.on('exit', () => (isStopping ? end() : process.stdout.write('ended\n')))
  server.on('error', () => process.stdout.write('ended\n'))
}
const end = () => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}

start()
// One word a line: 'start', or a signal for the server.
createInterface({ input: process.stdin }).on('line', (line) => (line === 'start' ? start() : server.kill(line)))
process.stdin.on('close', () => {
  isStopping = true
  // SIGQUIT stops at once, without a checkpoint: nobody reads these files again.
  server.kill('SIGQUIT')
  if (server.exitCode !== null || server.signalCode !== null) end()
})
