import type { CallOutput } from '#contract/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import type { Api } from '#web/api/client.ts'
import type { Draft, DraftMark, DraftScope, ServerDrafts } from './draft.ts'

/** The revision of the post as it is published now, and how far other texts of the same person for it are. */
export type Saved = CallOutput<'PUT /api/post/draft/:postId'>

/** Texts on the server. Calls reject with ApiError. */
export interface DraftServer {
  readonly read: (postId: string) => Promise<ServerDrafts>
  readonly save: (scope: DraftScope, draft: Draft) => Promise<Saved>
  readonly end: (scope: DraftScope, mark: DraftMark) => Promise<unknown>
}

export const readServerDrafts = async (api: Api, postId: string, signal?: AbortSignal): Promise<ServerDrafts> => {
  const { revision, ended, drafts } = await api('GET /api/post/draft/:postId', { params: { postId } }, { signal })
  const toDraft = ({ writer, sequence, baseRevision, savedAt, ...text }: (typeof drafts)[number]): Draft => {
    return { writer, sequence, baseRevision, savedAt: Date.parse(savedAt), text, replaces: [] }
  }
  return { revision, ended, drafts: drafts.map(toDraft) }
}

/** A server that does not respond at all is one that cannot be reached. */
const TIMEOUT_MS = 10_000

export const draftServer: DraftServer = {
  read: (postId) => readServerDrafts(browserApi, postId),
  save({ userId, postId }, { writer, sequence, baseRevision, text, replaces }) {
    const body = { userId, writer, sequence, baseRevision, ...text, replaces }
    return browserApi('PUT /api/post/draft/:postId', { params: { postId }, body }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  },
  end: ({ postId }, { writer, sequence }) =>
    browserApi('DELETE /api/post/draft/:postId', { params: { postId }, query: { writer, sequence } }),
}

/** A server that cannot be reached, or is in trouble, takes a call later; one that refuses it would refuse it again. */
export const isTrouble = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401
