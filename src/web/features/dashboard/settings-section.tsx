import type { ReactNode } from 'react'
import type { BlogWords } from '#contract/endpoints/site.ts'
import { ApiError, errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { Button } from '#web/ui/button.tsx'
import { type Form, FormMessage, useForm } from '#web/ui/form.tsx'

type Word = keyof BlogWords

const toFailure = (error: unknown) => ({ message: errorMessage(error), field: error instanceof ApiError ? error.field : undefined })

const readText = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** What was written is shown as it is now stored: without blanks at its ends, for instance. */
const showStored = (form: HTMLFormElement, words: readonly Word[], stored: BlogWords) => {
  for (const word of words) {
    const field = form.elements.namedItem(word)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = stored[word]
  }
}

interface SettingsSectionProps {
  readonly title: string
  readonly hint: string
  /** The names of its fields. */
  readonly words: readonly Word[]
  readonly children: (form: Form) => ReactNode
}

/** Some of the blog's words, saved together; each section by itself. */
export const SettingsSection = ({ title, hint, words, children }: SettingsSectionProps) => {
  const send = async (data: FormData, form: HTMLFormElement) => {
    const body = Object.fromEntries(words.map((word) => [word, readText(data, word)]))
    showStored(form, words, await browserApi('PUT /api/settings/blog', { body }))
    return 'Saved. Readers see it from now on.'
  }
  const form = useForm({ send, toFailure, fields: words })
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-h3">{title}</h2>
      <p className="mt-1 mb-5 text-ink-soft">{hint}</p>
      <form method="post" noValidate className="stack" {...form.props}>
        {children(form)}
        <FormMessage form={form} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" busy={form.isPending}>
            Save
          </Button>
          <p role="status" className="text-ink-soft">
            {form.state.type === 'done' ? form.state.message : null}
          </p>
        </div>
      </form>
    </section>
  )
}
