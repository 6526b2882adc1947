/**
 * Runs the programs of OpenStack Swift until its standard input ends, also when the test process was killed.
 * Argument: JSON { folder, programs: [{ name, command, args }] }. Their output goes to `<folder>/<name>.log`.
 */
import { spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const { folder, programs } = JSON.parse(process.argv[2] ?? '{}')
const children = programs.map(({ name, command, args }) => {
  const log = openSync(join(folder, `${name}.log`), 'a')
  return spawn(command, args, { cwd: folder, stdio: ['ignore', log, log] })
})
for (const child of children) child.on('error', () => {})

const end = () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}
process.stdin.on('end', end).on('close', end).resume()
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end)
