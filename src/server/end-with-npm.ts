const LOOK_MS = 500

/**
 * `npm start` runs this through a shell, which does not pass on the signal that ends npm: whoever stops npm would leave a
 * blog behind that holds the port. So it ends in order, as if it had been asked to, once the shell is gone.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}
