/**
 * Checks dependencies for known vulnerabilities: `node scripts/audit.mjs`.
 * Fails for severity high or above. A registry that does not respond is reported, but is not a failure.
 */
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const TIMEOUT_MS = 60_000

const read = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const judgeAudit = (report) => {
  const counts = report?.metadata?.vulnerabilities
  if (!counts) return { line: 'npm audit: the registry did not respond; nothing was checked.', isBad: false }
  const bad = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) => ['high', 'critical'].includes(severity))
  if (bad.length === 0) return { line: `npm audit: nothing of level high (${counts.total} of lower levels).`, isBad: false }
  const names = bad.map(({ name, severity }) => `${name} (${severity})`).join(', ')
  return { line: `npm audit: ${names}. Run npm audit for details.`, isBad: true }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync('npm', ['audit', '--audit-level=high', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    shell: process.platform === 'win32',
  })
  const { line, isBad } = judgeAudit(read(stdout))
  process.stdout.write(`${line}\n`)
  process.exitCode = isBad ? 1 : 0
}
