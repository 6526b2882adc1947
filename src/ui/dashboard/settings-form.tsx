import type { ReactNode } from 'react'
import { toFailure } from '#ui/api/api-error.ts'
import { type Form, FormMessage, useForm } from '#ui/forms/form.tsx'
import { SaveRow } from './save-row.tsx'
import { SettingsCard } from './settings-card.tsx'

const SAVED = 'Saved. Readers see it from now on.'

interface SettingsFormProps {
  /** Omitted if the heading of the section says it. */
  readonly title?: string | undefined
  readonly hint: string
  /** Names of the fields that show their own message. */
  readonly fields: readonly string[]
  /** Message after saving. */
  readonly saved?: string
  readonly send: (data: FormData, form: HTMLFormElement) => Promise<void>
  readonly children: (form: Form) => ReactNode
}

/** A form for settings that are saved together. */
export const SettingsForm = ({ title, hint, fields, saved = SAVED, send, children }: SettingsFormProps) => {
  const form = useForm({ send: (data, element) => send(data, element).then(() => saved), toFailure, fields })
  return (
    <SettingsCard title={title} hint={hint}>
      <form method="post" noValidate className="stack" {...form.props}>
        {children(form)}
        <FormMessage form={form} />
        <SaveRow form={form} variant="primary" />
      </form>
    </SettingsCard>
  )
}
