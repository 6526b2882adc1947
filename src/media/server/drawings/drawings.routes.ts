import { AppError } from '#platform/contract/errors.ts'
import type { drawingResponses } from '#media/contract/public-responses.ts'
import type { PublicHandlers } from '#platform/http/public-responses.ts'
import { AVATAR_COLOURS } from '#media/server/picture-addresses.ts'
import { drawAvatar } from './draw-avatar.ts'
import { drawCoverAt } from './draw-cover.ts'

const type = 'image/svg+xml; charset=utf-8'

/** Drawn covers and avatars for posts and accounts without a picture (docs/product.md, 11 and 12). */
export const drawingRoutes = (): PublicHandlers<typeof drawingResponses> => ({
  avatar({ params }) {
    const [, initial = '', colour = ''] = /^([a-z0-9])-(\d)\.svg$/.exec(params.name) ?? []
    if (initial === '' || Number(colour) >= AVATAR_COLOURS) throw new AppError('not_found')
    return { body: drawAvatar({ initial, colour: Number(colour) }), type }
  },

  cover({ params }) {
    const body = drawCoverAt(`/drawings/cover/${params.name}`)
    if (body === undefined) throw new AppError('not_found')
    return { body, type }
  },
})
