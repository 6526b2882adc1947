import { isWideLogo, PAPER, type PaletteId } from '#site/contract/look.ts'
import { iconResponses, LARGE_ICON_PIXELS } from '#site/contract/icons.ts'
import { SHARE_FIELDS, SHARED_TYPES, shareResponses } from '#media/contract/share.ts'
import type { PictureWorkers } from '#media/server/index.ts'
import { pictureKey, readPictureAddress } from '#media/contract/picture-address.ts'
import { getBlogWords, type SiteConfig, getLook } from '#site/server/stored-settings.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublicContent, PublicHandlers, PublicRequest } from '#platform/http/public-responses.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { drawFavicon, drawTile, wrapPicture } from './draw-icon.ts'

interface Dependencies {
  readonly db: Database
  readonly siteConfig: SiteConfig
  readonly files: FileStore
  readonly renderPng: PictureWorkers['renderPng']
}

/** Source of the icons. */
interface Subject {
  readonly palette: PaletteId
  /** Bytes of the logo; undefined where there is none, or it is wide. */
  readonly logo: Uint8Array | undefined
}

/** Twice the size that a browser tab shows. */
const FAVICON_PIXELS = 64
const TOUCH_ICON_PIXELS = 180

/** The blog's icons and manifest. An icon is the logo, else a heart on the accent colour. */
export function iconRoutes({ db, siteConfig, files, renderPng }: Dependencies): PublicHandlers<typeof iconResponses> {
  const readSubject = async (): Promise<Subject> => {
    const { palette, logo } = await getLook(db)
    const picture = readPictureAddress(logo)
    return { palette, logo: picture && !isWideLogo(picture) ? await files.read(pictureKey(picture)) : undefined }
  }
  const renderSquare = (bytes: Uint8Array, size: number, { ground, isDrawing }: { ground: string | null; isDrawing: boolean }) =>
    renderPng({ bytes, width: size, height: size, ground, isDrawing })
  const renderTile = async ({ logo, palette }: Subject, size: number) =>
    logo
      ? renderSquare(logo, size, { ground: PAPER.light, isDrawing: false })
      : renderSquare(Buffer.from(drawTile(palette, size)), size, { ground: null, isDrawing: true })

  const tile = (pixels: number) => async (request: PublicRequest) =>
    toContent(request, new Uint8Array(await renderTile(await readSubject(), pixels)), 'image/png')

  return {
    async favicon(request) {
      const { logo, palette } = await readSubject()
      if (!logo) return toContent(request, drawFavicon(palette), 'image/svg+xml; charset=utf-8')
      const png = await renderSquare(logo, FAVICON_PIXELS, { ground: null, isDrawing: false })
      return toContent(request, wrapPicture(Buffer.from(png).toString('base64')), 'image/svg+xml; charset=utf-8')
    },
    touchIcon: tile(TOUCH_ICON_PIXELS),
    largeIcon: tile(LARGE_ICON_PIXELS),
    async manifest(request) {
      return toContent(request, writeManifest((await getBlogWords(db, siteConfig)).name), 'application/manifest+json')
    },
  }
}

/** Manifest for phones that add the blog to the home screen. Only what opens as an app is in their share sheet (decision 88). */
function writeManifest(name: string): string {
  const { favicon, largeIcon } = iconResponses
  const sizes = `${LARGE_ICON_PIXELS}x${LARGE_ICON_PIXELS}`
  return JSON.stringify({
    name,
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    theme_color: PAPER.light,
    background_color: PAPER.light,
    icons: [
      { src: largeIcon.path, type: 'image/png', sizes },
      { src: favicon.path, type: 'image/svg+xml', sizes: 'any' },
    ],
    share_target: {
      action: shareResponses.share.path,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: SHARE_FIELDS.title,
        text: SHARE_FIELDS.text,
        url: SHARE_FIELDS.address,
        files: [{ name: SHARE_FIELDS.files, accept: SHARED_TYPES }],
      },
    },
  })
}

/** The response cache holds icons until the look changes. */
function toContent({ addCacheTags }: PublicRequest, body: PublicContent['body'], type: string): PublicContent {
  addCacheTags(SITE_TAG)
  return { body, type }
}
