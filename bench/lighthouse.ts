import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/find-chromium.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { print, printTable } from './print.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** 0–100; null where Lighthouse could not tell, which is not the same as 0. */
type Scores = Readonly<Record<Category, number | null>>

interface LighthouseFigures {
  /** One for each run. Performance is measured and moves with the machine; the others are counted and should not. */
  readonly runs: readonly Scores[]
  /** Audits that were not passed in some run, by name. */
  readonly findings: readonly string[]
}

/** As Lighthouse's authors advise: one run of performance says little. */
const RUNS = 3

/** Lighthouse's own mobile profile (a slow phone on slow 4G, simulated) on each address in turn. @throws without a Chromium */
async function runLighthouse(urls: readonly string[]): Promise<LighthouseFigures[]> {
  const { path, problem } = await ensureChromium()
  if (path === null) throw new Error(problem)
  const port = await findFreePort()
  const browser = await chromium.launch({ executablePath: path, args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`] })
  try {
    const figures: LighthouseFigures[] = []
    for (const url of urls) {
      const runs = []
      for (let run = 0; run < RUNS; run += 1) runs.push(await look(url, port))
      figures.push({ runs: runs.map(({ scores }) => scores), findings: [...new Set(runs.flatMap(({ findings }) => findings))] })
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function look(url: string, port: number): Promise<{ scores: Scores; findings: string[] }> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...CATEGORIES] })
  if (!result) throw new Error(`Lighthouse could not look at ${url}.`)
  const { categories, audits } = result.lhr
  const percent = (category: Category) => {
    const score = categories[category]?.score ?? null
    return score === null ? null : Math.round(score * 100)
  }
  const inScore = CATEGORIES.filter((category) => category !== 'performance').flatMap((category) => categories[category]?.auditRefs ?? [])
  const failed = inScore.filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
  return {
    scores: {
      performance: percent('performance'),
      accessibility: percent('accessibility'),
      'best-practices': percent('best-practices'),
      seo: percent('seo'),
    },
    findings: failed.map(({ id }) => `${id}: ${audits[id]?.title ?? ''}`),
  }
}

/** On its mobile profile: accessibility, best practices and SEO are to be 100, performance at least 95. */
export async function benchLighthouse(pages: Readonly<Record<string, string>>): Promise<void> {
  const figures = await runLighthouse(Object.values(pages))
  const rows = Object.keys(pages).map((name, index) => [
    name,
    ...CATEGORIES.map((category) => describeScores(figures[index]?.runs ?? [], category)),
  ])
  printTable(['Lighthouse, mobile, median of 3 (min–max)', 'performance', 'accessibility', 'best practices', 'SEO'], rows)
  for (const finding of new Set(figures.flatMap(({ findings }) => findings))) print(`not passed: ${finding}`)
}

/** 'median (lowest–highest)' of one category, or one number where all runs agree; runs without a score are told apart. */
export function describeScores(runs: readonly Scores[], category: Category): string {
  const scores = runs.map((run) => run[category])
  const told = scores.filter((score) => score !== null).toSorted((a, b) => a - b)
  const [lowest, middle, highest] = [told[0], told[Math.floor((told.length - 1) / 2)], told.at(-1)]
  const silent = scores.length - told.length
  const without = silent === 0 ? '' : `${silent} of ${scores.length} without a score`
  if (middle === undefined) return without
  return [lowest === highest ? `${middle}` : `${middle} (${lowest}–${highest})`, without].filter(Boolean).join(', ')
}
