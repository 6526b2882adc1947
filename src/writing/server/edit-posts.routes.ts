import type { PostEvents } from './post-events.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { DraftMark } from '#platform/contract/fields.ts'
import type { DatabaseTransaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { PostTextInput } from '#posts/contract/post-text.ts'
import { requireOpenSession } from '#accounts/server/index.ts'
import { NO_TEXT, pickText, toPost } from '#posts/server/index.ts'
import { getSettings } from '#site/server/index.ts'
import type { editPostEndpoints, MailWish } from '#writing/contract/edit-posts.endpoints.ts'
import type { FetchPicture } from '#media/server/index.ts'
import { withOwnPictures } from './foreign-pictures.ts'
import { cleanText } from './body/clean-post.ts'
import { type EarlierPublication, publishDraft } from './drafts/drafts.store.ts'
import type { NewPlannedPost } from './planned-posts.store.ts'
import { createAnyPost, findAnyPost, publishAgain, updateAnyPost } from './save-post.ts'
import { trashPost } from './trash/trash.store.ts'
import { writePosts } from './published-posts.store.ts'

interface Dependencies {
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly fetchPicture: FetchPicture
  /** Whether the blog can mail its followers. */
  readonly events?: PostEvents | undefined
}

/** Creating, updating and deleting posts (docs/product.md, 7 and 12). */
export function editPostRoutes({ now, newId, publicUrl, events, fetchPicture }: Dependencies): Handlers<typeof editPostEndpoints> {
  return {
    async createPost({ body, viewer, session, outside, write }) {
      const { text, notices } = await withOwnPictures(body, { publicUrl, fetchPicture, user: viewer, outside })
      const post = {
        id: newId(),
        author_id: viewer.id,
        ...NO_TEXT,
        ...(await cleanText(text, publicUrl)),
        comments_open: toFlag(body.commentsOpen),
        audience: body.audience,
      }
      const created = await writePosts(write, [], async (trx, onChange) => {
        await requireOpenSession(trx, session)
        return createOnce(trx, post, { draft: body.draft, onChange, publishAt: body.publishAt, mail: body.mail, now: now(), events })
      })
      return { ...toPost(created), ...withNotices(notices) }
    },

    async updatePost({ params, body, viewer, session, outside, write }) {
      requireSelf(params.userId, viewer.id)
      const { postId } = params
      const { draft, baseRevision, publishAt } = body
      const { text, notices } = await withOwnPictures(body, { publicUrl, fetchPicture, user: viewer, outside })
      const changes = await readChanges(text, publicUrl)
      const updated = await writePosts(write, [postId], async (trx) => {
        await requireOpenSession(trx, session)
        const publish = (earlier?: EarlierPublication) =>
          updateAnyPost(trx, postId, {
            changes,
            now: now(),
            editorId: viewer.id,
            baseRevision: newestBase(postId, baseRevision, earlier),
            publishAt,
            mail: body.mail,
            events,
          })
        return draft ? publishDraft(trx, { userId: viewer.id, postId }, { mark: draft, now: now(), publish }) : publish()
      })
      return { ...toPost(updated), ...withNotices(notices) }
    },

    async deletePost({ params, viewer, write }) {
      requireSelf(params.userId, viewer.id)
      await writePosts(write, [params.postId], (trx) => trashPost(trx, params.postId, { by: viewer.id, now: now() }))
      return { success: true, message: 'The post has been deleted.' }
    },
  }
}

const withNotices = (notices: readonly string[]) => (notices.length === 0 ? {} : { notices })

type Changes = Partial<PostTextInput & { commentsOpen: boolean; audience: Audience }>

const toFlag = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0)

async function readChanges(body: Changes, publicUrl: string) {
  return {
    ...(await cleanText(body, publicUrl)),
    ...(body.commentsOpen === undefined ? {} : { comments_open: toFlag(body.commentsOpen) }),
    ...(body.audience === undefined ? {} : { audience: body.audience }),
  }
}

/** Checks the id in the path against the session, which alone identifies the user (docs/product.md, 6). */
function requireSelf(userId: string, viewerId: string): void {
  if (userId !== viewerId) throw new AppError('forbidden', 'You can only do this in your own name.')
}

type NewPost = Omit<NewPlannedPost, 'publish_at' | 'updated_at' | 'audience'> & {
  readonly author_id: string
  /** Undefined for the default in the settings. */
  readonly audience: Audience | undefined
}

/** A revision that was published from the same draft, with a lost response, is not a version of another admin. */
const newestBase = (postId: string, baseRevision: number | undefined, earlier: EarlierPublication | undefined): number | undefined =>
  baseRevision === undefined || earlier?.published_as !== postId ? baseRevision : Math.max(baseRevision, earlier.published_revision ?? 0)

interface CreateOptions {
  readonly draft: DraftMark | undefined
  /** Called with the id of the post of an earlier call. */
  readonly onChange: (id: string) => void
  readonly now: number
  readonly publishAt: number | 'now'
  readonly mail: MailWish
  readonly events?: PostEvents | undefined
}

/** Creates a post. A retry after a lost response, which has the same draft, updates the post of the first call. */
async function createOnce(trx: DatabaseTransaction, post: NewPost, { draft, onChange, ...timing }: CreateOptions) {
  const create = async () => createAnyPost(trx, { ...post, audience: post.audience ?? (await getSettings(trx)).defaultAudience }, timing)
  if (!draft) return create()
  const { author_id: userId, comments_open, audience } = post
  const publish = async (earlier: EarlierPublication | undefined) => {
    const existing = earlier?.published_as ? await findAnyPost(trx, earlier.published_as) : undefined
    if (!existing) return create()
    onChange(existing.id)
    const changes = {
      ...pickText({ ...NO_TEXT, ...post }),
      ...(comments_open === undefined ? {} : { comments_open }),
      ...(audience === undefined ? {} : { audience }),
    }
    const baseRevision = earlier?.published_revision ?? undefined
    return publishAgain(trx, existing, { changes, ...timing, editorId: userId, baseRevision })
  }
  return publishDraft(trx, { userId, postId: 'new' }, { mark: draft, now: timing.now, publish })
}
