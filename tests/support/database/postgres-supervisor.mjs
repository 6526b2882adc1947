/**
 * Runs PostgreSQL for the tests and outlives them: when its standard input ends (also when the test process was
 * killed), it stops the server and removes the folder. Its argument is the JSON of postgres-server.ts'
 * SupervisorOptions.
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
  // The log of a server that ended by itself stays for the tests to read.
  server.on('exit', () => (isStopping ? end() : process.stdout.write('ended\n')))
  server.on('error', () => process.stdout.write('ended\n'))
}
const end = () => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}

start()
// A line is 'start' or a signal for the server.
createInterface({ input: process.stdin }).on('line', (line) => (line === 'start' ? start() : server.kill(line)))
process.stdin.on('close', () => {
  isStopping = true
  // SIGQUIT stops without a checkpoint; the files are removed anyway.
  server.kill('SIGQUIT')
  if (server.exitCode !== null || server.signalCode !== null) end()
})
