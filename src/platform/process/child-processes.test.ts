import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { type ChildProcesses, openChildProcesses } from './child-processes.ts'

const END_WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href
/** Sends a message each 50 ms, and stops when it gets one. `block` runs code that never ends. */
const CHILD = `
  import { endWithParent } from ${JSON.stringify(END_WITH_PARENT)}
  endWithParent()
  const timer = setInterval(() => process.send('alive'), 50)
  process.on('message', (word) => {
    if (word === 'block') for (;;);
    if (word === 'fill') for (const all = []; ; ) all.push(new Array(100_000).fill(Math.random()))
    clearInterval(timer)
  })`

function makeChild(): URL {
  const path = join(makeFolder({}), 'child.mjs')
  writeFileSync(path, CHILD)
  return pathToFileURL(path)
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

let processes: ChildProcesses
const parents: ChildProcess[] = []
afterEach(() => {
  processes?.close()
  for (const parent of parents.splice(0)) parent.kill('SIGKILL')
})

const SPEC = { niceness: 10, env: process.env, output: 'ignore' } as const

it('A running process is recorded until it ends, and ends on closing', async () => {
  processes = openChildProcesses()
  const module = makeChild()
  const child = processes.start({ ...SPEC, module })
  await once(child, 'message')
  expect(processes.running()).toEqual([{ module: module.href, pid: child.pid }])
  const ended = once(child, 'exit')
  processes.close()
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(processes.running()).toEqual([])
})

it.each(['stop', 'block'])('A process that gives no sign of life is ended (%s)', async (word) => {
  processes = openChildProcesses()
  const child = processes.start({ ...SPEC, module: makeChild(), silenceMs: 1000 })
  await once(child, 'message')
  child.send(word)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})

it('A process that needs more memory than its bound ends, and this process does not', async () => {
  processes = openChildProcesses()
  const child = processes.start({ ...SPEC, module: makeChild(), heapMb: 32 })
  await once(child, 'message')
  child.send('fill')
  const [code, signal] = await once(child, 'exit')
  expect(code ?? signal).not.toBe(0)
})

it.each(['idle', 'block'])('A process ends when the one that started it was killed (%s)', async (word) => {
  const script = `
    import { openChildProcesses } from '#platform/process/child-processes.ts'
    const child = openChildProcesses().start({ niceness: 10, module: new URL(process.argv[1]), env: process.env, output: 'ignore' })
    child.once('message', () => {
      if (process.argv[2] === 'block') child.send('block')
      console.log(child.pid)
    })`
  const cwd = join(import.meta.dirname, '../../..')
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script, makeChild().href, word], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  parents.push(parent)
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  const pid = Number(line)
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('A process that cannot be started, as there are too many open files, is refused, and this process goes on', async () => {
  const script = `
    import { openSync } from 'node:fs'
    import { openChildProcesses } from '#platform/process/child-processes.ts'
    const processes = openChildProcesses()
    try {
      for (;;) openSync('/dev/null')
    } catch (error) {
      console.log(error.code)
    }
    try {
      processes.start({ niceness: 10, module: new URL(process.argv[1]), env: process.env, output: 'ignore' }).send('begin')
    } catch (error) {
      console.log(error.code)
    }
    setImmediate(() => console.log(processes.running().length))`
  const node = [process.execPath, '--input-type=module', '-e', script, makeChild().href]
  const parent = spawn('/bin/sh', ['-c', 'ulimit -n 100 && exec "$@"', 'sh', ...node], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  parents.push(parent)
  const lines: string[] = []
  createInterface({ input: parent.stdout }).on('line', (line) => lines.push(line))
  const [code] = await once(parent, 'close')
  expect([lines, code]).toEqual([['EMFILE', 'unavailable', '0'], 0])
})
