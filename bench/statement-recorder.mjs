/**
 * Loaded into the blog's process by NODE_OPTIONS=--import. Appends every reading SQL statement with its values to the
 * file named by BENCH_STATEMENTS, as one JSON array per line, so that the baseline runs the same statements as the built blog.
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
