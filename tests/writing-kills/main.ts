/**
 * `npm run test:all -- writing-kills`: kills the tab or the server at random moments while a post is written, online and offline.
 * Looks for lost characters, and for posts that are published twice or in part.
 *
 *     npm run test:all -- writing-kills [--kills 40] [--seed 1]
 */
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/browser/find-chromium.ts'
import { MAX_LOSS_MS } from './typed-post.ts'
import { runWritingKills } from './writing-run.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '40' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } },
})
const [kills, seed] = [Number(values.kills), Number(values.seed)]
const print = (line: string) => process.stdout.write(`${line}\n`)
const { path, problem } = await ensureChromium()
if (path === null) throw new Error(problem)
const browser = await chromium.launch({ executablePath: path, args: CHROMIUM_ARGS })
const begun = performance.now()
try {
  const { problems, ...figures } = await runWritingKills({ seed, kills, browser, print })
  const { tabKills, serverKills, offline, duringPublishing, characters, posts, comparisons } = figures
  print(
    `\n${tabKills} kills of the tab (${offline} of them offline) and ${serverKills} of the server, ${duringPublishing} while publishing`,
  )
  print(`${characters} characters typed into ${posts} posts; promised: those older than ${MAX_LOSS_MS} ms`)
  print(`${problems.length} lost, published twice or in part; ${comparisons} times the writer was asked to compare`)
  print(`(${((performance.now() - begun) / 1000).toFixed(0)} s, seed ${seed})`)
  for (const line of problems) print(`  ${line}`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await browser.close()
}
