/** Which colour of the page a drawn cover takes: the family's accent, the calm one, or that of sand. */
const COVER_TONES = ['warm', 'calm', 'sand'] as const
export type CoverTone = (typeof COVER_TONES)[number]

/** Address of the drawn cover of a post without a picture. A new look needs new addresses, because they are cached forever. */
export const drawnCoverAddress = (tone: CoverTone | 'clear', variant: number): string => `/drawings/cover/quiet-${tone}-${variant}.svg`

const ADDRESS = /^\/drawings\/cover\/quiet-(warm|calm|sand|clear)-(\d{1,2})\.svg$/

export interface DrawnCover {
  /** Null if the drawing is transparent and the page gives it its colour. */
  readonly tone: CoverTone | null
  readonly variant: number
}

export function readDrawnCover(address: string): DrawnCover | null {
  const [, tone = '', variant = ''] = ADDRESS.exec(address) ?? []
  if (variant === '') return null
  return { tone: COVER_TONES.find((each) => each === tone) ?? null, variant: Number(variant) }
}
