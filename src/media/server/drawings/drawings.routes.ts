import { readFileSync } from 'node:fs'
import { AppError } from '#platform/contract/errors.ts'
import { DRAWN_COVERS, drawnCoverAddress } from '#media/contract/drawn-cover.ts'
import type { drawingResponses } from '#media/contract/public-responses.ts'
import { AVATAR_COLOURS } from '#media/server/picture-addresses.ts'
import type { PublicHandlers } from '#platform/http/public-responses.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { drawAvatar } from './draw-avatar.ts'

const type = 'image/svg+xml; charset=utf-8'

const COVERS_FOLDER = new URL('src/media/server/drawings/covers/', projectFolder)

/** Covers and avatars for posts and accounts without a picture. */
export function drawingRoutes(): PublicHandlers<typeof drawingResponses> {
  const covers = new Map(DRAWN_COVERS.map((name) => [drawnCoverAddress(name), readFileSync(new URL(`${name}.svg`, COVERS_FOLDER), 'utf8')]))
  return {
    avatar({ params }) {
      const [, initial = '', colour = ''] = /^([a-z0-9])-(\d)\.svg$/.exec(params.name) ?? []
      if (initial === '' || Number(colour) >= AVATAR_COLOURS) throw new AppError('not_found')
      return { body: drawAvatar({ initial, colour: Number(colour) }), type }
    },

    cover({ params }) {
      const body = covers.get(`/drawings/cover/${params.name}`)
      if (body === undefined) throw new AppError('not_found')
      return { body, type }
    },
  }
}
