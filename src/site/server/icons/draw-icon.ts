import { PALETTES, PAPER, type PaletteId } from '#site/contract/look.ts'
import { element, textElement } from '#platform/text/xml.ts'
import outlines from './letter-outlines.json' with { type: 'json' }

/** Side of the drawing. letter-outlines.json has A to Z and 0 to 9 of the heading font (Fraunces, OFL 1.1) at this size. */
const SIDE = 320

const HEART = 'M160 104c-29-47-98-29-98 29 0 47 64 87 98 116 34-29 98-69 98-116 0-58-69-76-98-29z'
/** Background shape of the mark in the page header. */
const GROUND = 'M100 10h120a90 90 0 0 1 90 90v120a90 90 0 0 1-90 90H50a40 40 0 0 1-40-40V100a90 90 0 0 1 90-90z'

type Glyph = { readonly outline: string } | { readonly character: string }

const LETTERS: Readonly<Record<string, string>> = outlines

/** Returns the first character of the mark: hearts, Latin letters and digits as an outline, all others as text. */
function glyphOf(mark: string): Glyph {
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(mark.trim())
  const character = first?.segment ?? '♥'
  if (/^[♥❤♡]/u.test(character)) return { outline: HEART }
  // An accent would be too small to see.
  const letter = character.normalize('NFKD').charAt(0).toUpperCase()
  const outline = /^[A-Z0-9]$/.test(letter) ? LETTERS[letter] : undefined
  return outline === undefined ? { character } : { outline }
}

interface Subject {
  readonly mark: string
  readonly palette: PaletteId
}

const svg = (size: number, children: string) =>
  element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${SIDE} ${SIDE}`, width: `${size}`, height: `${size}` }, children)

/** Draws the icon for browsers, which have a font for every character. @returns an SVG document */
export function drawFavicon({ mark, palette }: Subject): string {
  const glyph = glyphOf(mark)
  const text = { x: '50%', y: '52%', fill: PAPER.light, 'text-anchor': 'middle', 'dominant-baseline': 'central' }
  const font = { 'font-family': 'Georgia,serif', 'font-weight': '600', 'font-size': '190' }
  const ground = element('path', { d: GROUND, fill: PALETTES[palette].light.accent })
  const front =
    'outline' in glyph
      ? element('path', { d: glyph.outline, fill: PAPER.light })
      : textElement('text', glyph.character, { ...text, ...font })
  return svg(SIDE, ground + front)
}

/**
 * Draws a square icon that fills its area: phones crop it to their own shape. The server that renders it may have no
 * fonts, so a heart replaces a character without an outline. @returns an SVG document
 */
export function drawTile({ mark, palette }: Subject, size: number): string {
  const glyph = glyphOf(mark)
  const ground = element('path', { d: `M0 0h${SIDE}v${SIDE}H0z`, fill: PALETTES[palette].light.accent })
  return svg(size, ground + element('path', { d: 'outline' in glyph ? glyph.outline : HEART, fill: PAPER.light }))
}

/** @param png in base64 @returns an SVG document */
export const wrapPicture = (png: string): string =>
  svg(SIDE, element('image', { width: `${SIDE}`, height: `${SIDE}`, href: `data:image/png;base64,${png}` }))
