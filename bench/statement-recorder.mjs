/**
 * Loaded into a blog's process by NODE_OPTIONS=--import: appends every SQL statement that reads, with its values, to the
 * file named by BENCH_STATEMENTS, a JSON array a line. So the floor runs what the built blog runs, whatever its code.
 */
import { appendFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'

const file = process.env['BENCH_STATEMENTS']

for (const method of ['all', 'get', 'iterate']) {
  const original = StatementSync.prototype[method]
  StatementSync.prototype[method] = function (...values) {
    if (file && /^\s*(select|with)\b/i.test(this.sourceSQL)) appendFileSync(file, `${JSON.stringify([this.sourceSQL, values])}\n`)
    return original.apply(this, values)
  }
}
