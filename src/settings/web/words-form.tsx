import type { ReactNode } from 'react'
import { type BlogWords, updateBlogWords } from '#site/contract/site.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { type Form, readText, showStored } from '#ui/forms/form.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'

type Word = keyof BlogWords

interface WordsFormProps {
  readonly title?: string
  readonly hint: string
  /** Names of the fields. */
  readonly words: readonly Word[]
  readonly children: (form: Form) => ReactNode
}

/** A form for some of the blog's words, saved together. */
export const WordsForm = ({ words, ...texts }: WordsFormProps) => {
  const send = async (data: FormData, form: HTMLFormElement) => {
    const body = Object.fromEntries(words.map((word) => [word, readText(data, word)]))
    showStored(form, body, await browserApi(updateBlogWords, { body }))
  }
  return <SettingsForm {...texts} fields={words} send={send} />
}
