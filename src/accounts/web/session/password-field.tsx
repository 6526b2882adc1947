import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { TextField } from '#ui/forms/text-field.tsx'

/** A password, which a button shows and hides. Without its script the button is not there (`later.css`), or does nothing. */
export const PasswordField = (props: Omit<ComponentProps<typeof TextField>, 'type' | 'aside'>) => {
  const [isShown, setIsShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Sent as a text, browsers would offer it as a suggestion later, and offer no password to be stored.
  useEffect(() => {
    const form = button.current?.form
    const hide = () => setIsShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      aside={
        <>
          <button ref={button} type="button" className="button button-quiet show-password" onClick={() => setIsShown(!isShown)}>
            <span>{isShown ? 'Hide' : 'Show'}</span>
            <span className="sr-only"> password</span>
          </button>
          <span role="status" className="sr-only">
            {isShown ? 'The password is shown.' : null}
          </span>
        </>
      }
    />
  )
}
