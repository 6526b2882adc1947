const CHECK_MS = 500

/**
 * Stops the blog when the shell of `npm start` exits. That shell does not forward the signal that ends npm, so the blog
 * would keep running and hold the port.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS)
  timer.unref()
}
