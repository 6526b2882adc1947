/** Drawings for posts whose writer chose no cover: `src/media/server/drawings/covers/<name>.svg`. Clients cache them forever. */
export const DRAWN_COVERS = [
  'hills',
  'waves',
  'leaves',
  'paper',
  'window',
  'blanket',
  'quilt',
  'cup',
  'kite',
  'stars',
  'path',
  'books',
] as const
export type DrawnCover = (typeof DRAWN_COVERS)[number]

export const drawnCoverAddress = (name: DrawnCover): string => `/drawings/cover/${name}.svg`

const ADDRESSES: ReadonlySet<string> = new Set(DRAWN_COVERS.map(drawnCoverAddress))

export const isDrawnCover = (address: string): boolean => ADDRESSES.has(address)
