import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/find-chromium.ts'
import { findFreePort } from '#tests/support/free-port.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

export interface LighthouseFigures {
  /** 0–100. */
  readonly scores: Readonly<Record<Category, number>>
  /** Audits that are not passed, by name. */
  readonly findings: readonly string[]
}

/** Lighthouse's own mobile profile (a slow phone on slow 4G, simulated) on each address in turn. @throws without a Chromium */
export async function runLighthouse(urls: readonly string[]): Promise<LighthouseFigures[]> {
  const { path, problem } = await ensureChromium()
  if (path === null) throw new Error(problem)
  const port = await findFreePort()
  const browser = await chromium.launch({ executablePath: path, args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`] })
  try {
    const figures: LighthouseFigures[] = []
    for (const url of urls) figures.push(await look(url, port))
    return figures
  } finally {
    await browser.close()
  }
}

async function look(url: string, port: number): Promise<LighthouseFigures> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...CATEGORIES] })
  if (!result) throw new Error(`Lighthouse could not look at ${url}.`)
  const { categories, audits } = result.lhr
  const percent = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
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
