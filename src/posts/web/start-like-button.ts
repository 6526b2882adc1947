import type { getOwnPostLike, likePost } from '#posts/contract/likes.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import type { ErrorBody } from '#platform/contract/errors.ts'
import { userActions } from '#accounts/web/index.ts'
import { appStore } from '#ui/store/app-store.ts'
import { deviceStorage } from '#ui/store/browser-storage.ts'
import { postLikesText } from './post-likes-text.ts'

const KEY = 'hearts'
/** Number of posts to store, the latest ones. */
const STORED_MAX = 500

/** Posts that a visitor likes on this device. Stored here, because pages are shared and the server does not know visitors. */
const readLikedPosts = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(deviceStorage.read(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

const storeLikedPost = (postId: string, isLiked: boolean): void => {
  const others = readLikedPosts().filter((id) => id !== postId)
  // Without storage the like is shown until the page is left.
  deviceStorage.write(KEY, JSON.stringify(isLiked ? [...others, postId].slice(-STORED_MAX) : others))
}

type LikeState = CallOutput<typeof likePost>

const NO_CONNECTION = 'The blog cannot be reached just now. Please check the connection and try again.'

/** @throws Error with a message for the reader */
const sendLike = async (postId: string, isLiked: boolean, asMember: boolean): Promise<LikeState> => {
  const body = JSON.stringify({ isLiked, asMember })
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body, keepalive: true }
  const response = await fetch(`/api/post/like/${postId}`, init).catch(() => null)
  // The session has ended: the page is loaded again for a visitor.
  if (asMember && response?.status === 401) userActions.signOutSuccess()
  const output = (await response?.json().catch(() => null)) as (LikeState & Partial<ErrorBody>) | null | undefined
  if (!response?.ok || !output) throw new Error(output?.message ?? NO_CONNECTION)
  return output
}

/** Shows or hides the member's own name; the server renders the same list for all members. */
const showOwnName = (isLiked: boolean) => {
  const own = appStore.getState().user.currentUser?._id
  for (const name of document.querySelectorAll<HTMLElement>('[data-liked-by]')) {
    if (name.dataset['likedBy'] === 'self') name.hidden = !isLiked
    else if (name.dataset['likedBy'] === own) name.hidden = true
  }
}

/** Starts the like button of a post. Pages are shared, so only this script shows whether the reader likes the post. */
export const startLikeButton = (isMember: boolean): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-like-form]')
  const button = form?.querySelector('button')
  const count = form?.querySelector<HTMLElement>('[data-count]')
  const notice = form?.querySelector('output')
  const likers = document.querySelector<HTMLElement>('[data-likers]')
  if (!form || !button || !count || !notice) return
  const postId = form.dataset['likeForm'] ?? ''
  let isPressed = false
  let isSending = false
  let isLeaving = false

  const show = (isLiked: boolean, likes = Number(count.dataset['count'])) => {
    button.ariaPressed = String(isLiked)
    count.dataset['count'] = String(likes)
    count.textContent = postLikesText(likes)
    if (!isMember) return
    showOwnName(isLiked)
    if (likers) likers.hidden = likes === 0
  }
  const send = async () => {
    const before = { isLiked: button.ariaPressed === 'true', likes: Number(count.dataset['count']) }
    const wanted = !before.isLiked
    show(wanted, Math.max(0, before.likes + (wanted ? 1 : -1)))
    notice.textContent = ''
    const store = (isLiked: boolean) => isMember || storeLikedPost(postId, isLiked)
    // Stored first, because the reader may leave the page before the response has been read.
    store(wanted)
    try {
      const { isLiked, likes } = await sendLike(postId, wanted, isMember)
      show(isLiked, likes)
      store(isLiked)
    } catch (error) {
      // Browsers end the fetch of a page that is left, but not the request: it is sent with `keepalive`.
      if (isLeaving) return
      show(before.isLiked, before.likes)
      store(before.isLiked)
      notice.textContent = (error as Error).message
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    isPressed = true
    if (isSending) return
    isSending = true
    void send().finally(() => (isSending = false))
  })

  addEventListener('pagehide', () => (isLeaving = true))
  addEventListener('pageshow', () => (isLeaving = false))

  if (!isMember) return show(readLikedPosts().includes(postId))
  // The account may become known later.
  appStore.subscribe(() => showOwnName(button.ariaPressed === 'true'))
  const showOwn = ({ isLiked }: CallOutput<typeof getOwnPostLike>) => isPressed || show(isLiked)
  fetch(`/api/post/liked/${postId}`).then(
    async (response) => response.ok && showOwn(await response.json()),
    () => {},
  )
}
