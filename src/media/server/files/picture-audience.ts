import { AUDIENCES, type Audience, audienceOf, mayRead } from '#platform/contract/audiences.ts'
import type { Viewer } from '#platform/contract/permissions.ts'

/** A place that shows a picture to readers. Drafts, planned posts, earlier versions and the trash do not count. */
export interface PictureUse {
  /** `post`, `page/<id>` of a page that is not a post, `profile`, `logo`, or `home` for the picture of the home page. */
  readonly place: string
  readonly audience: Audience
}

/** Facts that decide who may open a picture. */
export interface PictureFacts {
  readonly uses: readonly PictureUse[]
  /** Whether only the family reads the blog. */
  readonly isBlogClosed: boolean
  /** Null where the account was deleted or the picture does not exist. */
  readonly uploaderId: string | null
}

/** Places that everyone sees even on a closed blog. */
const OPEN_WHEN_CLOSED: ReadonlySet<string> = new Set(['logo', 'page/privacy-policy', 'page/terms'])

/** Returns the widest audience of the places that show a picture; `admins` where none does. */
export function audienceOfPicture({ uses, isBlogClosed }: Pick<PictureFacts, 'uses' | 'isBlogClosed'>): Audience {
  const audiences = uses.map(({ place, audience }) =>
    isBlogClosed && audience === 'public' && !OPEN_WHEN_CLOSED.has(place) ? 'family' : audience,
  )
  return AUDIENCES.find((audience) => audiences.includes(audience)) ?? 'admins'
}

/** The uploader may also open it, because editor and profile form show pictures that are not published yet. */
export const mayOpenPicture = (viewer: Viewer | null, facts: PictureFacts): boolean =>
  mayRead(audienceOf(viewer), audienceOfPicture(facts)) || (viewer !== null && viewer.id === facts.uploaderId)
