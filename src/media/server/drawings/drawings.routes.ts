import type { Hono } from 'hono'
import { AppError } from '#platform/contract/errors.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { AVATAR_COLOURS } from '#media/server/picture-addresses.ts'
import { drawAvatar } from './draw-avatar.ts'
import { drawCoverAt } from './draw-cover.ts'

/** The drawing at an address never changes, so it may be cached forever. */
const HEADERS = { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=31536000, immutable' }

/** Drawn covers and avatars for posts and accounts without a picture (docs/product.md, 11 and 12). */
export function mountDrawings(app: Hono<AppEnv>): void {
  app.get('/drawings/avatar/:name', (context) => {
    const [, initial = '', colour = ''] = /^([a-z0-9])-(\d)\.svg$/.exec(context.req.param('name')) ?? []
    if (initial === '' || Number(colour) >= AVATAR_COLOURS) throw new AppError('not_found')
    return context.body(drawAvatar({ initial, colour: Number(colour) }), 200, HEADERS)
  })

  app.get('/drawings/cover/:name', (context) => {
    const cover = drawCoverAt(`/drawings/cover/${context.req.param('name')}`)
    if (cover === undefined) throw new AppError('not_found')
    return context.body(cover, 200, HEADERS)
  })
}
