import { AUDIENCES, type Audience, audienceOf, mayRead } from '#contract/audiences.ts'
import type { Viewer } from '#contract/permissions.ts'

/** One thing that shows a picture to others than its writer. Drafts, planned posts, versions and the trash show none. */
export interface PictureUse {
  /** `post`, `page/<id>` of a page that is no post, `profile`, `logo`, or `home` for the picture of the home page. */
  readonly place: string
  readonly audience: Audience
}

/** What decides who may open a picture. */
export interface PictureFacts {
  readonly uses: readonly PictureUse[]
  /** Whether the blog is closed to visitors. */
  readonly isClosed: boolean
  /** Null where the account is gone, and where there is no such picture. */
  readonly uploaderId: string | null
}

/** What visitors of a closed blog see all the same. */
const OPEN_WHEN_CLOSED: ReadonlySet<string> = new Set(['logo', 'page/privacy-policy', 'page/terms'])

/** Everyone who sees the most open thing that shows a picture may open it; admins alone where nothing does. */
export function audienceOfPicture({ uses, isClosed }: Pick<PictureFacts, 'uses' | 'isClosed'>): Audience {
  const audiences = uses.map(({ place, audience }) =>
    isClosed && audience === 'public' && !OPEN_WHEN_CLOSED.has(place) ? 'readers' : audience,
  )
  return AUDIENCES.find((audience) => audiences.includes(audience)) ?? 'admins'
}

/** The uploader may, too: an editor and a profile show what is not published yet. */
export const mayOpenPicture = (viewer: Viewer | null, facts: PictureFacts): boolean =>
  mayRead(audienceOf(viewer), audienceOfPicture(facts)) || (viewer !== null && viewer.id === facts.uploaderId)
