import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/find-chromium.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { startBlog } from './blog.ts'
import type { BenchContext } from './context.ts'
import { print, printTable } from './print.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** 0 to 100; null when Lighthouse could not compute a score. */
type Scores = Readonly<Record<Category, number | null>>

interface Run {
  readonly scores: Scores
  /** Names of the failed audits. */
  readonly failed: readonly string[]
}

/** Uses Lighthouse's mobile profile: a simulated slow phone on slow 4G. */
export async function benchLighthouse({ dataDir, blog: { slugs }, effort }: BenchContext): Promise<void> {
  const blog = await startBlog(dataDir)
  try {
    const paths = { home: '/', post: `/post/${slugs.at(-1)}`, search: '/search' }
    const runs = await runLighthouse(
      Object.values(paths).map((path) => blog.url + path),
      effort.rounds,
    )
    const rows = Object.keys(paths).map((name, index) => [
      name,
      ...CATEGORIES.map((category) =>
        describeScores(
          (runs[index] ?? []).map(({ scores }) => scores),
          category,
        ),
      ),
    ])
    printTable([`Lighthouse, mobile, median of ${effort.rounds} (min–max)`, 'performance', 'accessibility', 'best practices', 'SEO'], rows)
    for (const audit of new Set(runs.flat().flatMap(({ failed }) => failed))) print(`not passed: ${audit}`)
  } finally {
    await blog.stop()
  }
}

/** Returns the runs of each URL. @throws without a Chromium */
async function runLighthouse(urls: readonly string[], runs: number): Promise<Run[][]> {
  const { path, problem } = await ensureChromium()
  if (path === null) throw new Error(problem)
  const port = await findFreePort()
  const browser = await chromium.launch({ executablePath: path, args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`] })
  try {
    const all: Run[][] = []
    for (const url of urls) {
      const ofUrl: Run[] = []
      for (let run = 0; run < runs; run += 1) ofUrl.push(await audit(url, port))
      all.push(ofUrl)
    }
    return all
  } finally {
    await browser.close()
  }
}

async function audit(url: string, port: number): Promise<Run> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...CATEGORIES] })
  if (!result) throw new Error(`Lighthouse could not load ${url}.`)
  const { categories, audits } = result.lhr
  const percent = (category: Category) => {
    const score = categories[category]?.score ?? null
    return score === null ? null : Math.round(score * 100)
  }
  const scored = CATEGORIES.filter((category) => category !== 'performance').flatMap((category) => categories[category]?.auditRefs ?? [])
  const failed = scored.filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
  return {
    scores: {
      performance: percent('performance'),
      accessibility: percent('accessibility'),
      'best-practices': percent('best-practices'),
      seo: percent('seo'),
    },
    failed: failed.map(({ id }) => `${id}: ${audits[id]?.title ?? ''}`),
  }
}

/** Formats one category as 'median (min–max)', or as one number when all runs agree. Counts runs without a score separately. */
export function describeScores(runs: readonly Scores[], category: Category): string {
  const all = runs.map((run) => run[category])
  const scores = all.filter((score) => score !== null).toSorted((a, b) => a - b)
  const [least, middle, greatest] = [scores[0], scores[Math.floor((scores.length - 1) / 2)], scores.at(-1)]
  const missing = all.length - scores.length
  const without = missing === 0 ? '' : `${missing} of ${all.length} without a score`
  if (middle === undefined) return without
  return [least === greatest ? `${middle}` : `${middle} (${least}–${greatest})`, without].filter(Boolean).join(', ')
}
