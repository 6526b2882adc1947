import { spawn } from 'node:child_process'

const SHOWN_MAX_CHARACTERS = 8000

/**
 * Runs a program and collects its output, for the case that it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, shell?: boolean, onStart?: (pid: number | undefined) => void }} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export const runWorker = (command, args, { onStart, ...options }) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    let output = ''
    const append = (chunk) => (output = (output + chunk).slice(0, SHOWN_MAX_CHARACTERS))
    child.stdout.setEncoding('utf8').on('data', append)
    child.stderr.setEncoding('utf8').on('data', append)
    // Ctrl-C in a terminal reaches the child, too; SIGTERM does not.
    const stop = () => child.kill()
    const end = (ok, text) => {
      process.off('SIGTERM', stop)
      resolve({ ok, output: text.trim() })
    }
    process.on('SIGTERM', stop)
    child.on('error', (error) => end(false, `${command}: ${error.message}`))
    child.on('close', (code, signal) => end(code === 0, signal ? `${output}\n${command} was stopped by ${signal}` : output))
    onStart?.(child.pid)
  })
