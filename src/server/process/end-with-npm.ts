const CHECK_MS = 500

/**
 * `npm start` runs the blog through a shell that does not pass on the signal which ends npm; the blog would stay behind
 * and hold the port. So it stops itself when that shell has exited.
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
