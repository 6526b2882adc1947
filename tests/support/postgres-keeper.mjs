/**
 * Stands between the tests and their PostgreSQL, and outlives them by a moment: when its standard input ends, because
 * it was asked to stop or because the test process is gone (even by kill -9), it stops the server and removes the
 * folder. Started by postgres-server.ts with one argument, the JSON of a KeeperOrder.
 */
import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const { command, args, folder, user } = JSON.parse(process.argv[2])
const log = openSync(join(folder, 'log'), 'a')
const server = spawn(command, args, { cwd: folder, stdio: ['ignore', log, log], ...user })
closeSync(log)

let isStopping = false
process.stdin.resume().on('close', () => {
  isStopping = true
  // SIGQUIT stops at once, without a checkpoint: nobody reads these files again.
  server.kill('SIGQUIT')
  if (server.exitCode !== null || server.signalCode !== null) end()
})
const end = () => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}
// A server that ends by itself leaves its log for the tests to read; they close the input then.
server.on('exit', () => (isStopping ? end() : process.stdout.write('ended\n')))
server.on('error', () => process.stdout.write('ended\n'))
