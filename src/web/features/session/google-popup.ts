import type { GoogleIdentity } from './session-actions.ts'

/** Served by us; sends the popup on to the provider, and at last tells the page that opened it what came of it. */
const GOOGLE_POPUP_PATH = '/api/auth/google/start'
/** Where a provider's own pages cut the popup off from its opener. Only pages of our origin hear it. */
const GOOGLE_CHANNEL = 'google-sign-in'
/** Spec §9. */
const POPUP_WIDTH = 500
const POPUP_HEIGHT = 600

const isIdentity = (value: unknown): value is GoogleIdentity =>
  typeof value === 'object' && value !== null && typeof (value as { idToken?: unknown }).idToken === 'string'

const isResult = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ['identity', 'failed'].includes(String((value as { kind?: unknown }).kind))

const popupFeatures = (): string => {
  const left = Math.max(0, screenX + (outerWidth - POPUP_WIDTH) / 2)
  const top = Math.max(0, screenY + (outerHeight - POPUP_HEIGHT) / 2)
  return `popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`
}

/** Only one popup is listened to; a reader who closed one and opens another is heard through that. */
let stopListening = () => {}

const listen = (hear: (data: unknown) => void): void => {
  stopListening()
  const controller = new AbortController()
  const channel = new BroadcastChannel(GOOGLE_CHANNEL)
  stopListening = () => {
    controller.abort()
    channel.close()
  }
  const onMessage = ({ data, origin }: MessageEvent<unknown>) => {
    if (origin !== location.origin || !isResult(data)) return
    stopListening()
    hear(data)
  }
  addEventListener('message', onMessage, { signal: controller.signal })
  channel.addEventListener('message', onMessage)
}

/**
 * Asks in a popup which account it shall be. Never settles when the user closes it; rejects when the
 * popup was blocked, or when the provider said no.
 */
export const askGoogle = (): Promise<GoogleIdentity> =>
  new Promise((resolve, reject) => {
    listen((data) => {
      if (isIdentity(data)) resolve({ name: data.name, email: data.email, googlePhotoUrl: data.googlePhotoUrl, idToken: data.idToken })
      else reject(new Error('Signing in with Google did not work this time.'))
    })
    const popup = open(GOOGLE_POPUP_PATH, GOOGLE_CHANNEL, popupFeatures())
    if (popup !== null) return
    stopListening()
    reject(new Error('Your browser blocked the sign-in window. Please allow it and try again.'))
  })
