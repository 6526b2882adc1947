import type { DeclaredForm } from '#ui/forms/declared-form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

/** The token of a mailed link is in the fragment, which no server, log or cache sees. */
export const readLinkToken = (): string => location.hash.slice(1)

/** The token of the link, or the one that was entered. */
export const withLinkToken = <Body extends object>(body: Body): Body & { readonly token: string } => {
  const { token } = body as { token?: string }
  return { ...body, token: token || readLinkToken() }
}

/** Removes the used token from the URL, so that it is not in the history. */
export const removeLinkToken = (): void => history.replaceState(history.state, '', location.pathname)

interface LinkTokenFieldProps {
  readonly form: DeclaredForm
  /** The link was not mailed. */
  readonly isUnmailed?: boolean
}

/**
 * Without its script the fragment cannot be read: the mail also contains the token, to be entered into this field. A browser
 * that runs scripts, but did not get this one, shows it once the form was sent.
 */
export const LinkTokenField = ({ form, isUnmailed = false }: LinkTokenFieldProps) => {
  const field = (
    <TextField
      label={isUnmailed ? 'The end of the link, after #' : 'The code from our mail'}
      name="token"
      autoComplete="off"
      defaultValue={form.valueOf('token')}
      hint={
        form.wasPosted
          ? `The link could not be read in your browser.${isUnmailed ? '' : ' The mail has the code below the link.'}`
          : undefined
      }
    />
  )
  return form.wasPosted ? field : <noscript>{field}</noscript>
}
