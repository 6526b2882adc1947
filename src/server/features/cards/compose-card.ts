import { AppError } from '#contract/errors.ts'
import { PALETTES, PAPER, type Look, isWideLogo } from '#contract/look.ts'
import { pictureKey, readPictureAddress, variantKey, widthsOf } from '#contract/picture-address.ts'
import { CARD, type CardBrand } from '#contract/card-address.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { drawHearts } from './draw-hearts.ts'

interface CardPicture {
  readonly bytes: Uint8Array
  readonly isDrawing: boolean
}

/** Of the picture workers. */
interface CardOrder {
  readonly title: string
  readonly text: string
  readonly name: string
  readonly sign: CardPicture
  readonly cover: CardPicture
  readonly colours: { readonly paper: string; readonly ink: string; readonly soft: string; readonly accent: string }
}

export interface CardParts {
  readonly files: Pick<FileStore, 'read'>
  readonly drawCard: (order: CardOrder) => Promise<Uint8Array>
  /** The blog's sign as an SVG document. */
  readonly drawSign: (subject: Pick<CardBrand, 'mark' | 'palette'>, size: number) => string
  /** A drawn cover as an SVG document. */
  readonly drawCoverAt: (path: string) => string | undefined
}

/** What a card says. */
interface CardWords {
  readonly title: string
  readonly text: string
  /** Beside the sign. */
  readonly name: string
  /** Address of a picture or of a drawing. */
  readonly image: string
}

/** Text and soft text of the light theme (styles/tokens.css). */
const INK = { ink: '#2a2420', soft: '#6a5d54' }
/** Twice its size on the card. */
const SIGN_PIXELS = 128

export type ComposeCard = (
  words: CardWords,
  brand: Pick<Look, 'palette' | 'logo'> & { readonly mark: string },
) => Promise<Uint8Array<ArrayBuffer>>

export function createComposeCard({ files, drawCard, drawSign, drawCoverAt }: CardParts): ComposeCard {
  /** In the smallest form that is sharp on the card. */
  const readPicture = async (address: string): Promise<CardPicture | undefined> => {
    const picture = readPictureAddress(address)
    if (picture === null) return undefined
    const width = widthsOf(picture.width).find((each) => each >= CARD.width) ?? picture.width
    const bytes = (await files.read(variantKey(picture, width, 'webp'))) ?? (await files.read(pictureKey(picture)))
    return bytes && { bytes, isDrawing: false }
  }
  const drawing = (svg: string): CardPicture => ({ bytes: Buffer.from(svg), isDrawing: true })

  return async ({ name, image, ...words }, { mark, palette, logo }) => {
    const cover = drawCoverAt(image)
    const logoPicture = readPictureAddress(logo)
    const drawn = { sign: drawing(drawSign({ mark, palette }, SIGN_PIXELS)), cover: drawing(drawHearts(palette)) }
    const order = {
      ...words,
      // A wide logo has the name in it.
      name: logoPicture !== null && isWideLogo(logoPicture) ? '' : name,
      sign: (await readPicture(logo)) ?? drawn.sign,
      cover: (cover === undefined ? await readPicture(image) : drawing(cover)) ?? drawn.cover,
      colours: { paper: PAPER.light, ...INK, accent: PALETTES[palette].light.accent },
    }
    const card = await drawCard(order).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') throw error
      // A stored picture is damaged; the link to the post shall have a card all the same.
      return drawCard({ ...order, ...drawn })
    })
    return new Uint8Array(card)
  }
}
