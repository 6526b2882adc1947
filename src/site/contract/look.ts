/** Accent colours of one theme: for text and buttons, for their hovered or pressed state, and as background. */
interface Accent {
  readonly accent: string
  readonly deep: string
  readonly tint: string
}

interface Palette {
  readonly name: string
  readonly light: Accent
  readonly dark: Accent
}

/**
 * Accent palettes that an admin may choose. The first is the default; styles/tokens.css repeats its values.
 * `src/ui/styles/contrast.test.ts` checks the contrast of each palette against WCAG AA.
 */
export const PALETTES = {
  heart: {
    name: 'Heart',
    light: { accent: '#b23a48', deep: '#8f2b38', tint: '#fbe9e7' },
    dark: { accent: '#f29a92', deep: '#ffb9b2', tint: '#40262a' },
  },
  clay: {
    name: 'Clay',
    light: { accent: '#a8481c', deep: '#873812', tint: '#faeadf' },
    dark: { accent: '#f0a37c', deep: '#ffc3a3', tint: '#412a1f' },
  },
  honey: {
    name: 'Honey',
    light: { accent: '#8a5a00', deep: '#6d4600', tint: '#f8edd6' },
    dark: { accent: '#e6b455', deep: '#f6cd82', tint: '#3d3019' },
  },
  forest: {
    name: 'Forest',
    light: { accent: '#3d6b2f', deep: '#2c5220', tint: '#e9f1e2' },
    dark: { accent: '#a3cf8f', deep: '#c1e3b1', tint: '#27361f' },
  },
  lake: {
    name: 'Lake',
    light: { accent: '#2a6190', deep: '#1d4a72', tint: '#e4eef6' },
    dark: { accent: '#8fc0e8', deep: '#b5d8f5', tint: '#1f3242' },
  },
  violet: {
    name: 'Violet',
    light: { accent: '#6a4fa3', deep: '#523a84', tint: '#efeaf8' },
    dark: { accent: '#bda7ee', deep: '#d5c6f8', tint: '#322a46' },
  },
  berry: {
    name: 'Berry',
    light: { accent: '#9c3578', deep: '#7c265e', tint: '#f8e7f1' },
    dark: { accent: '#eb9bcb', deep: '#f8bfe0', tint: '#40253a' },
  },
  slate: {
    name: 'Slate',
    light: { accent: '#4c5b66', deep: '#38454f', tint: '#e9edf0' },
    dark: { accent: '#adbdc9', deep: '#cbd7df', tint: '#2c3338' },
  },
} as const satisfies Readonly<Record<string, Palette>>

export type PaletteId = keyof typeof PALETTES
export const paletteIds = Object.keys(PALETTES) as PaletteId[]

/** Background colour of pages in each theme, also used for the browser's toolbar. */
export const PAPER = { light: '#fbf7f1', dark: '#1b1715' } as const

/** Theme for readers who have chosen none: light, or that of their device on a blog that was set up in the browser. Some blogs of version 0.1 are dark. */
export const DEFAULT_THEMES = ['light', 'dark', 'system'] as const
/** Look of the blog, as chosen by admins. */
export interface Look {
  readonly palette: PaletteId
  readonly theme: (typeof DEFAULT_THEMES)[number]
  /** Address of an uploaded picture; empty for the drawn hearts. */
  readonly homePicture: string
  /** Alternative text of an uploaded picture. */
  readonly homePictureText: string
  /** Address of an uploaded picture; empty for none. */
  readonly logo: string
}

/** A wide logo replaces the mark instead of preceding it, and is not used as icon. */
export const isWideLogo = ({ width, height }: { readonly width: number; readonly height: number }): boolean => width >= 2 * height

export const DEFAULT_LOOK: Look = { palette: 'heart', theme: 'light', homePicture: '', homePictureText: '', logo: '' }
