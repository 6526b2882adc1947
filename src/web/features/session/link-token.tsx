import { TextField } from '#web/ui/text-field.tsx'

/** The token of a mailed link stands behind its #, where no server, log or cache sees it. */
export const readLinkToken = (): string => location.hash.slice(1)

/** Takes it out of the address once it is used up, so that it stays in no history. */
export const removeLinkToken = (): void => history.replaceState(history.state, '', location.pathname)

interface LinkTokenFieldProps {
  readonly value: string | undefined
  readonly error: string | undefined
}

/** Without scripts the token cannot be read from the address: the mail names it, too, and this field takes it. */
export const LinkTokenField = ({ value, error }: LinkTokenFieldProps) => (
  <noscript>
    <TextField label="The code from our mail" name="token" autoComplete="off" defaultValue={value} error={error} />
  </noscript>
)
