import { AppError } from '#platform/contract/errors.ts'
import { PALETTES, PAPER, type Look, isWideLogo } from '#site/contract/look.ts'
import { pictureKey, readPictureAddress, variantKey, widthsOf } from '#media/contract/picture-address.ts'
import { CARD } from '#media/contract/card-size.ts'
import { type CardOrder, type CardPicture, drawCoverAt } from '#media/server/index.ts'
import { drawSign } from '#site/server/index.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { drawHearts } from './draw-hearts.ts'

export interface CardParts {
  readonly files: Pick<FileStore, 'read'>
  readonly drawCard: (order: CardOrder) => Promise<Uint8Array>
}

/** Texts and picture of a card. */
interface CardWords {
  readonly title: string
  readonly text: string
  /** Name or host of the blog, beside its sign. */
  readonly name: string
  /** Address of a picture or of a drawing. */
  readonly image: string
}

/** Text colours of the light theme (styles/tokens.css). */
const INK = { ink: '#2a2420', soft: '#6a5d54' }
/** Twice the size on the card. */
const SIGN_PIXELS = 128

export type ComposeCard = (words: CardWords, brand: Pick<Look, 'palette' | 'logo'>) => Promise<Uint8Array<ArrayBuffer>>

export function createComposeCard({ files, drawCard }: CardParts): ComposeCard {
  /** Reads the smallest variant that is sharp on the card. */
  const readPicture = async (address: string): Promise<CardPicture | undefined> => {
    const picture = readPictureAddress(address)
    if (picture === null) return undefined
    const width = widthsOf(picture.width).find((each) => each >= CARD.width) ?? picture.width
    const bytes = (await files.read(variantKey(picture, width, 'webp'))) ?? (await files.read(pictureKey(picture)))
    return bytes && { bytes, isDrawing: false }
  }
  const drawing = (svg: string): CardPicture => ({ bytes: Buffer.from(svg), isDrawing: true })

  return async ({ name, image, ...words }, { palette, logo }) => {
    const cover = drawCoverAt(image, PALETTES[palette].light.accent)
    const logoPicture = readPictureAddress(logo)
    const drawn = { sign: drawing(drawSign(palette, SIGN_PIXELS)), cover: drawing(drawHearts(palette)) }
    const order = {
      ...words,
      // A wide logo contains the name.
      name: logoPicture !== null && isWideLogo(logoPicture) ? '' : name,
      sign: (await readPicture(logo)) ?? drawn.sign,
      cover: (cover === undefined ? await readPicture(image) : drawing(cover)) ?? drawn.cover,
      colours: { paper: PAPER.light, ...INK, accent: PALETTES[palette].light.accent },
    }
    const card = await drawCard(order).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') throw error
      // A stored picture is damaged: draw the card with default pictures instead.
      return drawCard({ ...order, ...drawn })
    })
    return new Uint8Array(card)
  }
}
