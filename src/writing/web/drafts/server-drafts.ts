import { getPostToEdit, type PostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { getDraft, saveDraft } from '#writing/contract/writing.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import type { Api } from '#ui/api/client.ts'
import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import { pickText, type Save, type Unsaved } from './draft.ts'

export interface ServerText extends Pick<CallOutput<typeof getDraft>, 'state' | 'revision' | 'sequence'> {
  /** Null if there is none. */
  readonly id: string | null
  /** Null if nothing is unpublished. */
  readonly draft: Pick<Unsaved, 'text' | 'baseRevision' | 'savedAt'> | null
}

/** The user's texts on the server. Calls reject with ApiError, or without a response with a DOMException. */
export interface DraftServer {
  /** @param id `new` for the newest new text */
  readonly read: (id: string) => Promise<ServerText>
  readonly readPost: (id: string) => Promise<PostToEdit>
  /**
   * @param with.keep text that the writer did not choose when two were shown
   * @param with.isLast the page is being unloaded; only short texts arrive
   */
  readonly save: (
    of: { userId: string; id: string },
    save: Save,
    options: { readonly keep?: PostText; readonly isLast?: boolean },
  ) => Promise<CallOutput<typeof saveDraft>>
}

/** A server that does not respond in time counts as unreachable. */
const TIMEOUT_MS = 10_000
const inTime = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) })

export const createDraftServer = (api: Api): DraftServer => ({
  async read(postId) {
    const { _id: id, draft, ...state } = await api(getDraft, { params: { postId } }, inTime())
    return {
      ...state,
      id,
      draft: draft && { text: pickText(draft), baseRevision: draft.baseRevision, savedAt: Date.parse(draft.savedAt) },
    }
  },
  readPost: (postId) => api(getPostToEdit, { params: { postId } }, inTime()),
  save({ userId, id }, { sequence, baseRevision, text, isEnded }, { keep, isLast = false }) {
    const { audience: _, ...kept } = keep ?? EMPTY_POST
    const body = {
      userId,
      sequence,
      baseRevision,
      ...(isEnded ? EMPTY_POST : text),
      ...(keep ? { keep: kept } : {}),
      state: isEnded ? ('ended' as const) : ('open' as const),
    }
    return api(saveDraft, { params: { postId: id }, body }, { ...inTime(), ...(isLast ? { keepalive: true } : {}) })
  },
})

export const draftServer = createDraftServer(browserApi)

/** Whether a retry may help: the server cannot be reached, or is in trouble. A refused call would be refused again. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Another form has saved the text since. */
export const isDraftConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'draft_conflict'

/** Another version of the post was published since. */
export const isEditConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'edit_conflict'

/** The text is in the trash. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'gone'

/** There is no such text, or not any more. */
export const isMissing = (error: unknown): boolean => isGone(error) || (error instanceof ApiError && error.status === 404)
