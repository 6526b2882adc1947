import type { ReactNode } from 'react'
import { DeclaredForm } from '#ui/forms/declared-form.tsx'
import { type Form, FormMessage } from '#ui/forms/form.tsx'
import { Button } from '#ui/components/button.tsx'
import { useIsStep } from './use-settings-form.ts'

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

interface SaveRowProps {
  readonly form: Form
  readonly variant?: 'primary' | 'plain'
}

interface SettingsGroupProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

/** Fields of a form that belong together. */
export const SettingsGroup = ({ title, hint, children }: SettingsGroupProps) => {
  const Heading = useIsStep() ? 'h2' : 'h3'
  return (
    <section aria-label={title} className="stack [section+&]:mt-4">
      <div>
        <Heading className="mb-1 text-h3">{title}</Heading>
        <p className="text-ink-soft">{hint}</p>
      </div>
      {children}
    </section>
  )
}

/** Submit button of a form that stays, and the result. */
export const SaveRow = ({ form: { isPending, state }, variant }: SaveRowProps) => (
  <div className="row gap-y-2">
    <Button type="submit" variant={variant} busy={isPending}>
      Save
    </Button>
    <p role="status" className="text-ink-soft">
      {state.type === 'done' ? state.message : null}
    </p>
  </div>
)

/** Submit button of a step, which leads to the next one. */
const GoOn = ({ form }: { readonly form: Form }) => (
  <div>
    <Button type="submit" variant="primary" busy={form.isPending}>
      Go on
    </Button>
  </div>
)

interface SettingsFormProps {
  readonly form: DeclaredForm
  /** Omitted if the heading of the section says it. */
  readonly title?: string | undefined
  readonly hint?: string | undefined
  readonly children: ReactNode
}

/** A form for settings that are saved together. */
export const SettingsForm = ({ form, title, hint, children }: SettingsFormProps) => {
  const isStep = useIsStep()
  return (
    <SettingsCard title={title} hint={hint}>
      <DeclaredForm form={form}>
        {children}
        <FormMessage form={form} />
        {isStep ? <GoOn form={form} /> : <SaveRow form={form} variant="primary" />}
      </DeclaredForm>
    </SettingsCard>
  )
}

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
