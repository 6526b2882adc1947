import KeyRound from 'lucide-react/icons/key-round'
import {
  type ListedPasskey,
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  confirmWithPasskey as confirmWithPasskeyEndpoint,
} from '#accounts/contract/passkeys.endpoints.ts'
import { browserApi, confirmingApi } from '#ui/api/browser-api.ts'
import { signInWithCredential } from './session-actions.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { useSite } from '#site/web/index.ts'
import { alertStyle } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { UserError } from '#ui/api/api-error.ts'

/** Loaded on first use. */
const load = () => import('@simplewebauthn/browser')

const NOT_FINISHED = 'That did not work: no passkey was chosen, or it took too long. Please try again.'
const FAILED = 'The passkey did not work this time. Please try again, or choose another way.'
const NO_PASSKEYS = 'This browser cannot use passkeys. Please choose another way.'
const STORED_ALREADY = 'This device has a passkey of yours already.'

/** The messages of browsers are for engineers. */
const toUserError = (error: unknown): Error => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return new UserError(STORED_ALREADY)
  if (name === 'NotAllowedError' || name === 'AbortError') return new UserError(NOT_FINISHED)
  return error instanceof UserError ? error : new UserError(FAILED)
}

type Start<Options> = (call: { optionsJSON: Options }) => Promise<object>

/** @throws UserError */
const promptUser = async <Options,>(start: Start<Options>, options: unknown): Promise<any> => {
  if (typeof PublicKeyCredential !== 'function') throw new UserError(NO_PASSKEYS)
  try {
    return await start({ optionsJSON: options as Options })
  } catch (error) {
    throw toUserError(error)
  }
}

/** Creates a passkey on this device. @throws ApiError recent_sign_in_required, among others */
export const createPasskey = async (): Promise<ListedPasskey> => {
  const { options } = await browserApi(beginPasskey)
  const { startRegistration } = await load()
  const credential = await promptUser(startRegistration, options)
  return browserApi(addPasskey, { body: { credential } })
}

const requestPasskey = async () => {
  const { options } = await browserApi(beginPasskeySignIn)
  const { startAuthentication } = await load()
  return promptUser(startAuthentication, options)
}

export const signInWithPasskey = async (): Promise<unknown> => signInWithCredential(await requestPasskey())

/** Replaces the password where a recent sign-in is needed. */
export const confirmWithPasskey = async (): Promise<void> => {
  await confirmingApi(confirmWithPasskeyEndpoint, { body: { credential: await requestPasskey() } })
}

interface PasskeyButtonProps {
  readonly label: string
  readonly onPress: () => Promise<unknown>
}

/** Renders nothing if the blog's address allows no passkeys. */
export const PasskeyButton = ({ label, onPress }: PasskeyButtonProps) => {
  const { run, isBusy, error } = useAction()
  if (!useSite().passkeys) return null
  return (
    <div className="grid gap-3">
      <Button variant="quiet" className="w-full" busy={isBusy} onClick={() => void run(onPress)}>
        <KeyRound size={18} aria-hidden="true" />
        {label}
      </Button>
      {/* Mounted empty, so that the message is announced. */}
      <div role="status" className="empty:-mt-3">
        {error === null ? null : <p className={alertStyle('info')}>{error}</p>}
      </div>
    </div>
  )
}
