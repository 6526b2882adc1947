import { type GoogleIdentity, signInWithGoogle } from './session-actions.ts'
import { useRef, useState } from 'react'
import { errorMessage, UserError } from '#ui/api/api-error.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { type CodeStep, secondStepOf } from './code-step.tsx'

/** Served by us: sends the popup on to the provider, and finally the result to the page that opened it. */
const GOOGLE_POPUP_PATH = '/api/auth/google/start'
/** Used if the provider's pages cut the popup off from its opener. Only pages of our origin receive it. */
const GOOGLE_CHANNEL = 'google-sign-in'
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
const chooseGoogleAccount = (): Promise<GoogleIdentity> =>
  new Promise((resolve, reject) => {
    listen((data) => {
      if (isIdentity(data)) resolve({ name: data.name, email: data.email, googlePhotoUrl: data.googlePhotoUrl, idToken: data.idToken })
      else reject(new UserError('Signing in with Google did not work this time.'))
    })
    const popup = open(GOOGLE_POPUP_PATH, GOOGLE_CHANNEL, popupFeatures())
    if (popup !== null) return
    stopListening()
    reject(new UserError('Your browser blocked the sign-in window. Please allow it and try again.'))
  })

const GoogleIcon = () => (
  <svg aria-hidden="true" width="18" height="18" viewBox="0 0 48 48">
    <path fill="#4285F4" d="M45.1 24.5c0-1.6-.1-2.7-.4-3.9H24v7.1h12.1c-.2 1.8-1.6 4.4-4.5 6.2l6.9 5.3c4.1-3.8 6.6-9.4 6.6-14.7z" />
    <path
      fill="#34A853"
      d="M24 46c5.9 0 10.9-2 14.5-5.3l-6.9-5.3c-1.8 1.3-4.3 2.2-7.6 2.2-5.8 0-10.7-3.8-12.5-9.1l-7.1 5.5C8 41.1 15.4 46 24 46z"
    />
    <path fill="#FBBC05" d="M11.5 28.5c-.5-1.4-.7-2.9-.7-4.5s.3-3.1.7-4.5l-7.1-5.5C2.9 17 2 20.4 2 24s.9 7 2.4 10z" />
    <path
      fill="#EA4335"
      d="M24 10.4c4.1 0 6.9 1.8 8.5 3.3l6.2-6.1C34.9 4.1 29.9 2 24 2 15.4 2 8 6.9 4.4 14l7.1 5.5c1.8-5.3 6.7-9.1 12.5-9.1z"
    />
  </svg>
)

interface GoogleButtonProps {
  readonly onSignedIn: () => void
  readonly onSecondStep: (step: CodeStep) => void
}

/** 'Continue with Google'. A failure is shown in one short line and logged in full. */
export const GoogleButton = ({ onSignedIn, onSecondStep }: GoogleButtonProps) => {
  const [line, setLine] = useState<string | null>(null)
  const attempts = useRef(0)
  const start = async () => {
    attempts.current += 1
    const mine = attempts.current
    setLine(null)
    try {
      await signInWithGoogle(await chooseGoogleAccount())
      onSignedIn()
    } catch (error) {
      const due = secondStepOf(error)
      if (due !== null) return onSecondStep(due)
      // oxlint-disable-next-line no-console -- the screen shows one short line only
      console.log(error)
      if (mine === attempts.current) setLine(errorMessage(error))
    }
  }
  return (
    <div className="grid gap-3">
      <Button variant="quiet" className="w-full" onClick={() => void start()}>
        <GoogleIcon />
        Continue with Google
      </Button>
      {line === null ? null : <Alert kind="info">{line}</Alert>}
    </div>
  )
}
