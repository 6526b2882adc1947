import type { ReactNode } from 'react'
import { toFailure } from '#web/api/api-error.ts'
import { type Form, FormMessage, useForm } from '#web/ui/form.tsx'
import { SaveRow } from './save-row.tsx'

const SAVED = 'Saved. Readers see it from now on.'

interface SettingsFormProps {
  readonly title: string
  readonly hint: string
  /** The fields that show their own message. */
  readonly fields: readonly string[]
  readonly send: (data: FormData, form: HTMLFormElement) => Promise<void>
  readonly children: (form: Form) => ReactNode
}

/** Some settings that are saved together; each section by itself. */
export const SettingsForm = ({ title, hint, fields, send, children }: SettingsFormProps) => {
  const form = useForm({ send: (data, element) => send(data, element).then(() => SAVED), toFailure, fields })
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-h3">{title}</h2>
      <p className="mt-1 mb-5 text-ink-soft">{hint}</p>
      <form method="post" noValidate className="stack" {...form.props}>
        {children(form)}
        <FormMessage form={form} />
        <SaveRow form={form} variant="primary" />
      </form>
    </section>
  )
}
