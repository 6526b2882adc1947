import { listDrafts, saveDraft } from '#writing/contract/writing.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import type { Api } from '#ui/api/client.ts'
import { EMPTY_POST } from '#writing/web/post-form/post-text.ts'
import type { Draft, DraftScope, ServerDrafts } from './draft.ts'

/** Revision of the published post, and versions of the user's other drafts for it. */
export type Saved = CallOutput<typeof saveDraft>

/** Drafts on the server. Calls reject with ApiError. */
export interface DraftServer {
  readonly read: (postId: string) => Promise<ServerDrafts>
  readonly save: (scope: DraftScope, draft: Draft) => Promise<Saved>
  /** Saves a short text although the page is being unloaded. */
  readonly saveLast: (scope: DraftScope, draft: Draft) => Promise<Saved>
  /** Id of the post that a draft of a new post was published as, perhaps with a lost response. */
  readonly findPost: (draftId: string) => Promise<string | null>
}

export const readServerDrafts = async (api: Api, postId: string, signal?: AbortSignal): Promise<ServerDrafts> => {
  const { revision, ended, drafts } = await api(listDrafts, { params: { postId } }, { signal })
  const toDraft = ({ id, writer, sequence, baseRevision, savedAt, publishedAs: _publishedAs, ...text }: (typeof drafts)[number]): Draft => {
    return { id, writer, sequence, follows: sequence, begun: [], baseRevision, savedAt: Date.parse(savedAt), text, isEnded: false }
  }
  return { revision, ended, drafts: drafts.map(toDraft) }
}

/** A server that does not respond in time counts as unreachable. */
const TIMEOUT_MS = 10_000

const toSave = ({ userId, postId }: DraftScope, { savedAt: _savedAt, text, isEnded, ...draft }: Draft) => ({
  params: { postId },
  body: { userId, ...draft, ...(isEnded ? EMPTY_POST : text), state: isEnded ? ('ended' as const) : ('open' as const) },
})

export const createDraftServer = (api: Api): DraftServer => ({
  read: (postId) => readServerDrafts(api, postId, AbortSignal.timeout(TIMEOUT_MS)),
  save: (scope, draft) => api(saveDraft, toSave(scope, draft), { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  saveLast: (scope, draft) => api(saveDraft, toSave(scope, draft), { keepalive: true }),
  async findPost(draftId) {
    const { drafts, ended } = await api(listDrafts, { params: { postId: 'new' } }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return [...drafts, ...ended].find(({ id }) => id === draftId)?.publishedAs ?? null
  },
})

export const draftServer = createDraftServer(browserApi)

/** Whether a retry may help: the server cannot be reached, or is in trouble. A refused call would be refused again. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Another form has continued the draft. */
export const isDraftConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'draft_conflict'
