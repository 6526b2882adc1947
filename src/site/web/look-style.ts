import { DEFAULT_LOOK, type Look, PALETTES } from '#site/contract/look.ts'

const ACCENTS = { light: 'accent', dark: 'night' } as const

/** The tokens of a look that differ from styles/tokens.css, as custom properties; `--night…` are the accent of the dark theme. */
export const lookTokens = ({ palette }: Pick<Look, 'palette'>): Readonly<Record<`--${string}`, string>> => {
  const colours = (['light', 'dark'] as const).flatMap((theme) => {
    const { accent, deep, tint } = PALETTES[palette][theme]
    const name = `--${ACCENTS[theme]}` as const
    return [[name, accent] as const, [`${name}-deep`, deep] as const, [`${name}-tint`, tint] as const]
  })
  return Object.fromEntries(palette === DEFAULT_LOOK.palette ? [] : colours)
}

/** `lookTokens` as the value of a style attribute; empty for the default look. Contains only values of our own table. */
export const lookStyle = (look: Pick<Look, 'palette'>): string =>
  Object.entries(lookTokens(look))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
