import type { GoogleIdentity } from './session-actions.ts'

/** Served by us; sends the popup on to the provider and, at last, has it say what came of it on the channel. */
const GOOGLE_POPUP_PATH = '/api/auth/google/start'
/** A channel and not `opener`, which the provider's own pages cut off. */
const GOOGLE_CHANNEL = 'google-sign-in'
/** Spec §9. */
const POPUP_WIDTH = 500
const POPUP_HEIGHT = 600
const CLOSED_CHECK_MS = 500
/** The message may arrive a moment after the popup has closed itself. */
const CLOSED_GRACE_MS = 1500

const isIdentity = (value: unknown): value is GoogleIdentity =>
  typeof value === 'object' && value !== null && typeof (value as { idToken?: unknown }).idToken === 'string'

const popupFeatures = (): string => {
  const left = Math.max(0, screenX + (outerWidth - POPUP_WIDTH) / 2)
  const top = Math.max(0, screenY + (outerHeight - POPUP_HEIGHT) / 2)
  return `popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`
}

/** Asks in a popup which account it shall be. Null when the reader closed it; throws when it was blocked or failed. */
export const askGoogle = (): Promise<GoogleIdentity | null> =>
  new Promise((resolve, reject) => {
    const popup = open(GOOGLE_POPUP_PATH, GOOGLE_CHANNEL, popupFeatures())
    if (popup === null) {
      reject(new Error('The sign-in window was blocked.'))
      return
    }
    const channel = new BroadcastChannel(GOOGLE_CHANNEL)
    const end = () => {
      clearInterval(watch)
      channel.close()
    }
    const watch = setInterval(() => {
      if (!popup.closed) return
      clearInterval(watch)
      setTimeout(() => {
        end()
        resolve(null)
      }, CLOSED_GRACE_MS)
    }, CLOSED_CHECK_MS)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      end()
      if (isIdentity(data)) resolve(data)
      else reject(new Error('Signing in with Google failed.'))
    })
  })
