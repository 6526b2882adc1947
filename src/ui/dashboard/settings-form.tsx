import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { FormIdContext } from '#ui/forms/field-id.ts'
import { type Form, FormMessage } from '#ui/forms/form.tsx'
import { Button } from '#ui/components/button.tsx'

interface SettingsCardProps {
  /** Omitted if the heading of the section says it. */
  readonly title?: string | undefined
  readonly hint?: string | undefined
  readonly children: ReactNode
}

const CARD = 'card max-w-measure p-5'

/** A group of settings within a section. */
export const SettingsCard = ({ title, hint, children }: SettingsCardProps) => {
  const content = (
    <>
      {hint === undefined ? null : <p className="mb-5 text-ink-soft">{hint}</p>}
      {children}
    </>
  )
  if (title === undefined) return <div className={CARD}>{content}</div>
  return (
    <section aria-label={title} className={CARD}>
      <h3 className="mb-1 text-h3">{title}</h3>
      {content}
    </section>
  )
}

interface SettingsDetailsProps {
  /** A fragment of the address that opens it. */
  readonly id: string
  readonly title: string
  /** What is in it now. */
  readonly note: ReactNode
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A part of a page of the settings that one seldom needs: it is closed, and says how things are. */
export const SettingsDetails = ({ id, title, note, isOpen = false, children }: SettingsDetailsProps) => {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (location.hash !== `#${id}` || details.current === null) return
    details.current.open = true
    details.current.scrollIntoView()
  }, [id])
  return (
    <details ref={details} id={id} open={isOpen} className="max-w-measure scroll-mt-24">
      <summary className="card cursor-pointer px-5 py-4">
        <h3 className="inline text-h3">{title}</h3>
        <span className="mt-1 block text-ink-soft wrap-anywhere">{note}</span>
      </summary>
      <div className="mt-3 stack gap-4">{children}</div>
    </details>
  )
}

interface SaveRowProps {
  readonly form: Form
  readonly variant?: 'primary' | 'quiet'
  /** What is saved, where a page has several such buttons. */
  readonly what?: string | undefined
  /** What must end before it can be saved, for instance 'Waiting for 1 picture'. */
  readonly waitsFor?: string | undefined
}

interface SettingsGroupProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

/** Fields of a form that belong together. */
export const SettingsGroup = ({ title, hint, children }: SettingsGroupProps) => (
  <section aria-label={title} className="stack [section+&]:mt-4">
    <div>
      <h3 className="mb-1 text-h3">{title}</h3>
      <p className="text-ink-soft">{hint}</p>
    </div>
    {children}
  </section>
)

/** Submit button of a form that stays, and the result. */
export const SaveRow = ({ form: { isPending, state, done }, variant, what, waitsFor }: SaveRowProps) => {
  const formId = useContext(FormIdContext)
  return (
    <div className="row gap-y-2">
      <Button type="submit" variant={variant} busy={isPending || waitsFor !== undefined} busyLabel={waitsFor}>
        Save
        {what === undefined ? null : <span className="sr-only"> {what}</span>}
      </Button>
      <p
        // Of a form that was sent without its script, it is where the page begins.
        id={state.type === 'done' && state.isPosted === true ? `${formId}-message` : undefined}
        role="status"
        tabIndex={-1}
        className="text-ink-soft outline-none"
      >
        {done}
      </p>
    </div>
  )
}

interface SettingsFormProps {
  readonly form: Form
  /** Omitted if the heading of the section says it. */
  readonly title?: string | undefined
  readonly hint?: string | undefined
  readonly waitsFor?: string | undefined
  readonly children: ReactNode
}

/** A form for settings that are saved together. */
export const SettingsForm = ({ form, title, hint, waitsFor, children }: SettingsFormProps) => (
  <SettingsCard title={title} hint={hint}>
    <form {...form.props} className="stack">
      {children}
      <FormMessage form={form} />
      <SaveRow form={form} variant="primary" what={title} waitsFor={waitsFor} />
    </form>
  </SettingsCard>
)

/** Names and values, a row each. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
    {rows.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-ink-soft">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)

export const SAVED_FOR_READERS = 'Saved. Readers see it from now on.'
