import type { PostEvents } from './post-events.ts'
import { type Audience, defaultAudience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { PostTextInput } from '#posts/contract/post-text.ts'
import { requireOpenSession } from '#accounts/server/index.ts'
import { NO_TEXT, toPost } from '#posts/server/index.ts'
import { isBlogClosed } from '#site/server/index.ts'
import type { editPostEndpoints } from '#writing/contract/edit-posts.endpoints.ts'
import type { FetchPicture } from '#media/server/index.ts'
import { withOwnPictures } from './foreign-pictures.ts'
import { cleanText } from './body/clean-post.ts'
import { publishEdit, publishNewText } from './drafts/publish-draft.ts'
import { createAnyPost, updateAnyPost } from './save-post.ts'
import { trashPost } from './trash/trash.store.ts'
import { writePosts } from './write-posts.ts'

interface Dependencies {
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly fetchPicture: FetchPicture
  /** Whether the blog can mail its followers. */
  readonly events?: PostEvents | undefined
}

/** Creating, updating and deleting posts. */
export function editPostRoutes({ now, newId, publicUrl, events, fetchPicture }: Dependencies): Handlers<typeof editPostEndpoints> {
  return {
    async createPost({ body, viewer, session, outside, write }) {
      const { text, notices } = await withOwnPictures(body, { publicUrl, fetchPicture, user: viewer, outside })
      const { draft, publishAt, mail } = body
      const words = { ...NO_TEXT, ...(await cleanText(text, publicUrl)), comments_open: toFlag(body.commentsOpen) }
      const id = draft?.id ?? newId()
      const created = await writePosts(write, draft ? [id] : [], async (trx) => {
        await requireOpenSession(trx, session)
        const { audience = null } = body
        const post = { id, author_id: viewer.id, ...words, audience: audience ?? defaultAudience(await isBlogClosed(trx)) }
        const timing = { publishAt, mail, now: now(), events }
        return draft ? publishNewText(trx, post, { sequence: draft.sequence, audience, timing }) : createAnyPost(trx, post, timing)
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
        const update = { changes, now: now(), editorId: viewer.id, baseRevision, publishAt, mail: body.mail, events }
        if (!draft) return updateAnyPost(trx, postId, update)
        return publishEdit(trx, { userId: viewer.id, postId }, { sequence: draft.sequence, update })
      })
      return { ...toPost(updated), ...withNotices(notices) }
    },

    async deletePost({ params, viewer, write }) {
      requireSelf(params.userId, viewer.id)
      await writePosts(write, [params.postId], (trx) => trashPost(trx, params.postId, { by: viewer.id, now: now(), events }))
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

/** Checks the id in the path against the session, which alone identifies the user. */
function requireSelf(userId: string, viewerId: string): void {
  if (userId !== viewerId) throw new AppError('forbidden', 'You can only do this in your own name.')
}
