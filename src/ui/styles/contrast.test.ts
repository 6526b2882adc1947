import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LOOK, PALETTES, PAPER, paletteIds } from '#site/contract/look.ts'
import { lookStyle, lookTokens } from '#site/web/look-style.ts'

const TEXT = 4.5
/** Minimum for focus rings, borders of fields and drawn lines. */
const LINE = 3
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const tokensCss = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The colour tokens of a theme as tokens.css has them; `--heart: var(--accent, #b23a48)` keeps its name for palettes. */
const readTokens = (theme: Theme): Map<string, string> => {
  const block = (theme === 'light' ? /:root,[^}]*\}/ : /\.dark \{[^}]*\}/).exec(tokensCss)?.[0] ?? ''
  return new Map(
    Array.from(block.matchAll(/--([\w-]+): ((?:var\(--[\w-]+, )?#[0-9a-f]{6})/g), ([, name = '', value = '']) => [name, value]),
  )
}

const tokensOf = (palette: keyof typeof PALETTES, theme: Theme): Map<string, string> => {
  const chosen = lookTokens({ ...DEFAULT_LOOK, palette })
  return new Map(
    [...readTokens(theme)].map(([name, value]) => {
      const [, custom] = /^var\((--[\w-]+), /.exec(value) ?? []
      return [name, chosen[custom as `--${string}`] ?? value.slice(-7)] as const
    }),
  )
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
/** Relative luminance of WCAG 2.2. */
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

interface Pair {
  readonly front: string
  readonly ground: string
  readonly least: number
}

const GROUNDS = ['paper', 'surface', 'sunk']
const on = (fronts: readonly string[], grounds: readonly string[], least: number): Pair[] =>
  fronts.flatMap((front) => grounds.map((ground) => ({ front, ground, least })))

/** Pairs that come from nesting: a text inside a box of another rule, the ring around a control. */
const NESTED: readonly Pair[] = [
  ...on(['ink', 'ink-soft', 'heart', 'heart-deep', 'danger'], GROUNDS, TEXT),
  ...on(['calm'], ['paper', 'surface'], TEXT),
  // The call to action, marked words of the comparison, 'comments wait for you'.
  ...on(['ink', 'ink-soft', 'heart', 'heart-deep'], ['heart-tint'], TEXT),
  // The drawn hearts.
  ...on(['calm'], ['heart-tint'], LINE),
  ...on(['line-strong'], ['surface'], LINE),
]

/** Rules and class lists that name a text colour and a background colour. */
const writtenPairs = (): Pair[] => {
  const colours = new Set(readTokens('light').keys())
  const pairs: Pair[] = []
  const add = (front: string | undefined, ground: string | undefined) => {
    if (front !== undefined && ground !== undefined && colours.has(front) && colours.has(ground)) pairs.push({ front, ground, least: TEXT })
  }
  for (const file of globSync('src/**/*.css')) {
    for (const [rule] of readFileSync(file, 'utf8').matchAll(/\{[^{}]*\}/g))
      add(/[\s{;]color: var\(--([\w-]+)\)/.exec(rule)?.[1], /background(?:-color)?: var\(--([\w-]+)\)/.exec(rule)?.[1])
  }
  for (const file of globSync('src/**/*.tsx')) {
    for (const [list] of readFileSync(file, 'utf8').matchAll(/(['"`])[^'"`\n]*\bbg-[^'"`\n]*\1/g))
      add(
        /(?:^|[\s'"`])text-([\w-]+)/.exec(list.replaceAll(/\btext-(?:small|body|lead|h\d|center|left)\b/g, ''))?.[1],
        /\bbg-([\w-]+)/.exec(list)?.[1],
      )
  }
  return pairs
}

describe('Contrast', () => {
  const pairs = [...NESTED, ...writtenPairs()]

  it('Colour pairs in the styles are found', () => {
    const written = writtenPairs().map(({ front, ground }) => `${front} on ${ground}`)
    expect(written).toEqual(
      expect.arrayContaining(['paper on heart', 'calm on calm-tint', 'danger on danger-tint', 'ink on paper', 'heart-deep on heart-tint']),
    )
  })

  it.each(paletteIds.flatMap((palette) => THEMES.map((theme) => ({ palette, theme }))))(
    '$palette, $theme: every pair of colours reaches AA',
    ({ palette, theme }) => {
      const tokens = tokensOf(palette, theme)
      const colour = (name: string) => tokens.get(name) ?? ''
      expect(pairs.flatMap(({ front, ground }) => [front, ground]).filter((name) => !tokens.has(name))).toEqual([])
      const low = pairs
        .map(({ front, ground, least }) => ({ pair: `${front} on ${ground}`, found: contrast(colour(front), colour(ground)), least }))
        .filter(({ found, least }) => found < least)
      expect(low).toEqual([])
    },
  )
})

describe('The table of palettes', () => {
  it('The first palette and the colours of the browser’s bars match tokens.css', () => {
    for (const theme of THEMES) {
      const tokens = tokensOf('heart', theme)
      const { accent, deep, tint } = PALETTES.heart[theme]
      expect([tokens.get('heart'), tokens.get('heart-deep'), tokens.get('heart-tint')]).toEqual([accent, deep, tint])
      expect(tokens.get('paper')).toBe(PAPER[theme])
    }
  })

  it('A palette adds less than 200 bytes to a page, and the default nothing', () => {
    expect(lookStyle(DEFAULT_LOOK)).toBe('')
    for (const palette of paletteIds) {
      const style = lookStyle({ palette })
      expect(style.length).toBeLessThan(200 - ' style=""'.length)
      expect(style).toMatch(/^(?:--[\w-]+:#[0-9a-f]{6};?)*$/)
    }
  })

  it('Other palettes set every custom property that tokens.css reads', () => {
    const asked = THEMES.flatMap((theme) => Array.from(readTokens(theme).values(), (value) => /^var\((--[\w-]+)/.exec(value)?.[1]))
    expect(new Set(asked.filter((name) => name !== undefined))).toEqual(new Set(Object.keys(lookTokens({ palette: 'lake' }))))
  })
})
