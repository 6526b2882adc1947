import { TextField } from '#ui/forms/text-field.tsx'

/** The token of a mailed link is in the fragment, which no server, log or cache sees. */
export const readLinkToken = (): string => location.hash.slice(1)

/** Removes the used token from the URL, so that it is not in the history. */
export const removeLinkToken = (): void => history.replaceState(history.state, '', location.pathname)

interface LinkTokenFieldProps {
  readonly value: string | undefined
  readonly error: string | undefined
}

/** Without scripts the fragment cannot be read: the mail also contains the token, to be entered into this field. */
export const LinkTokenField = ({ value, error }: LinkTokenFieldProps) => (
  <noscript>
    <TextField label="The code from our mail" name="token" autoComplete="off" defaultValue={value} error={error} />
  </noscript>
)
