import type { FixedCategory } from '#platform/contract/categories.ts'

/** Colours of a cover, by day or by night. */
export interface Palette {
  /** Sky or wall. */
  readonly paper: string
  /** Large shapes in the background. */
  readonly far: string
  /** Shapes in the foreground. */
  readonly near: string
  readonly line: string
  /** Sun or moon, and lit windows. */
  readonly glow: string
  /** Warm accent. */
  readonly heart: string
}

type Palettes = Record<FixedCategory, Palette>

const DAY: Palettes = {
  uncategorized: { paper: '#f1e7da', far: '#d9c5ae', near: '#a98c70', line: '#6d5640', glow: '#fff8ea', heart: '#b23a48' },
  life: { paper: '#fbe9e0', far: '#ecc0ae', near: '#c4606a', line: '#8f2b38', glow: '#fff6ec', heart: '#b23a48' },
  medical: { paper: '#e3f0ee', far: '#abd4ce', near: '#3f7f7a', line: '#1f4f4c', glow: '#fdfaf0', heart: '#b23a48' },
  other: { paper: '#faf0d8', far: '#f0d096', near: '#b3741c', line: '#6f4200', glow: '#fffaf0', heart: '#b23a48' },
  technology: { paper: '#e7ebf6', far: '#bac5e3', near: '#5a6a9c', line: '#2f3c66', glow: '#fdf8ec', heart: '#b23a48' },
  lifestyle: { paper: '#f2eaf4', far: '#d5c1df', near: '#7c5a8e', line: '#4c3259', glow: '#fff7ee', heart: '#b23a48' },
  health: { paper: '#ebf3e4', far: '#bfd8b1', near: '#557f4f', line: '#2a4a26', glow: '#fdf9ea', heart: '#b23a48' },
}

const NIGHT: Palettes = {
  uncategorized: { paper: '#3d332c', far: '#574839', near: '#2a221d', line: '#d9c4aa', glow: '#f6dfb0', heart: '#e58c86' },
  life: { paper: '#4a2c36', far: '#6c3d48', near: '#321c25', line: '#f0c4b4', glow: '#fbdcae', heart: '#f29a92' },
  medical: { paper: '#1f4044', far: '#2f5d60', near: '#132c30', line: '#a9d8d1', glow: '#f7e3b4', heart: '#f29a92' },
  other: { paper: '#463517', far: '#6b5121', near: '#30230c', line: '#efd197', glow: '#fbe2a8', heart: '#f29a92' },
  technology: { paper: '#26304f', far: '#3b4872', near: '#182039', line: '#c2cdec', glow: '#f6e2b3', heart: '#f29a92' },
  lifestyle: { paper: '#3b2b48', far: '#573f68', near: '#281c32', line: '#dcc6e8', glow: '#f7dfb3', heart: '#f29a92' },
  health: { paper: '#26402b', far: '#3a5d3e', near: '#182c1c', line: '#c4dfb6', glow: '#f5e4b0', heart: '#f29a92' },
}

export const paletteOf = (category: FixedCategory, isNight: boolean): Palette => (isNight ? NIGHT : DAY)[category]
