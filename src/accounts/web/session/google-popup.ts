import type { GoogleIdentity } from './session-actions.ts'

/** Served by us: sends the popup on to the provider, and finally the result to the page that opened it. */
const GOOGLE_POPUP_PATH = '/api/auth/google/start'
/** Used if the provider's pages cut the popup off from its opener. Only pages of our origin receive it. */
const GOOGLE_CHANNEL = 'google-sign-in'
/** docs/product.md, 9. */
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

/** Only one popup is listened to: opening another one replaces the listener. */
let stopListening = () => {}

const listen = (onData: (data: unknown) => void): void => {
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
    onData(data)
  }
  addEventListener('message', onMessage, { signal: controller.signal })
  channel.addEventListener('message', onMessage)
}

/**
 * Lets the user choose a Google account in a popup. Never settles if the user closes it; rejects if the popup was blocked,
 * or if the provider refused.
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
