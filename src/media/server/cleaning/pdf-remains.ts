import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFPageLeaf } from '@cantoo/pdf-lib'
import type { Remaining } from '#media/contract/file-address.ts'

const name = (key: string) => PDFName.of(key)

function nameOf(dict: PDFDict, key: string): string {
  const value = dict.lookup(name(key))
  return value instanceof PDFName ? value.asString() : ''
}

/** What readers do not see on its pages, but find. */
export function remainsOfPdf(pdf: PDFDocument): Remaining[] {
  const pages = pdf.getPages().map(({ node }) => node)
  return [
    ...(pages.some(isCropped) ? (['cut parts'] as const) : []),
    ...(hasHiddenLayers(pdf.catalog) ? (['hidden layers'] as const) : []),
    ...(pages.some(hasCovers) ? (['covered words'] as const) : []),
  ]
}

/** An inch. Printers leave less around what they cut. */
const CUT_MIN = 72

function isCropped(page: PDFPageLeaf): boolean {
  const [media, crop] = [page.MediaBox(), page.CropBox()].map((box) => box?.asArray().map((_, at) => numberAt(box, at)))
  return media !== undefined && crop !== undefined && media.some((edge, at) => Math.abs(edge - (crop[at] ?? 0)) > CUT_MIN)
}

function numberAt(array: PDFArray, at: number): number {
  const value = array.lookup(at)
  return value instanceof PDFNumber ? value.asNumber() : 0
}

function hasHiddenLayers(catalog: PDFDict): boolean {
  const layers = catalog.lookup(name('OCProperties'))
  const shown = layers instanceof PDFDict ? layers.lookup(name('D')) : undefined
  if (!(shown instanceof PDFDict)) return false
  const off = shown.lookup(name('OFF'))
  return nameOf(shown, 'BaseState') === '/OFF' || (off instanceof PDFArray && off.size() > 0)
}

/** Boxes that cover what is below them, and what is to be blacked out, but is not. */
const COVERS: ReadonlySet<string> = new Set(['/Square', '/Circle', '/Polygon'])

function hasCovers(page: PDFPageLeaf): boolean {
  const remarks = page.lookup(name('Annots'))
  if (!(remarks instanceof PDFArray)) return false
  return remarks.asArray().some((_, at) => {
    const remark = remarks.lookup(at)
    if (!(remark instanceof PDFDict)) return false
    const kind = nameOf(remark, 'Subtype')
    const filling = remark.lookup(name('IC'))
    return kind === '/Redact' || (COVERS.has(kind) && filling instanceof PDFArray && filling.size() > 0)
  })
}
