import { useEffect, useRef, useState } from 'react'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { type ListedPage, deletePage, updatePage } from '#site/contract/blog-pages.endpoints.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import type { PagePlace } from '#site/contract/blog-pages.ts'
import { SLUG_MAX_LENGTH } from '#platform/contract/limits.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { AUDIENCE_HINTS, AUDIENCE_OPTIONS, audienceWarning, readAudience } from '#posts/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Card } from '#ui/components/card.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { readText, showStored } from '#ui/forms/sent-values.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DeleteDialog } from '#ui/dashboard/delete-dialog.tsx'
import { PLACE_OPTIONS } from './new-page.tsx'
import { SaveRow } from '#ui/dashboard/settings-form.tsx'

interface OwnPageProps {
  readonly page: ListedPage
  /** Pages of the same menu in their order, including this one. */
  readonly others: readonly ListedPage[]
  /** Loads the list again; never rejects. */
  readonly onChange: () => Promise<void>
  readonly onRemoved: OnRemoved
}

/** @param happened what the page says then */
export type OnRemoved = (id: string, happened: string) => void

/** @returns the id of the page to move before, null for the last place, undefined if the page cannot move */
const placeBefore = (page: ListedPage, others: readonly ListedPage[], step: -1 | 1): string | null | undefined => {
  const index = others.findIndex(({ _id }) => _id === page._id)
  if (step === -1) return others[index - 1]?._id
  return index === others.length - 1 ? undefined : (others[index + 2]?._id ?? null)
}

const MoveButtons = ({ page, others, onChange }: Omit<OwnPageProps, 'onRemoved'>) => {
  const { run, error } = useAction()
  const move = async (before: string | null) => {
    await browserApi(updatePage, { params: { page: page._id }, body: { before } })
    await onChange()
  }
  return (
    <>
      {([-1, 1] as const).map((step) => {
        const before = placeBefore(page, others, step)
        const label = step === -1 ? 'Earlier' : 'Later'
        return (
          <button
            key={step}
            type="button"
            className="text-button aria-disabled:opacity-60"
            aria-label={`${label} in the menu: ${page.title}`}
            aria-disabled={before === undefined || undefined}
            onClick={() => before !== undefined && void run(() => move(before))}
          >
            {label}
          </button>
        )
      })}
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}

const DeletePage = ({ page, onRemoved }: Pick<OwnPageProps, 'page' | 'onRemoved'>) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="text-button text-danger" aria-label={`Delete ${page.title}`} onClick={() => setIsOpen(true)}>
        Delete
      </button>
      {isOpen ? (
        <DeleteDialog
          question="Are you sure you want to delete this page?"
          note="Its earlier versions are deleted, too, and nobody can bring it back. To hide it, choose “No menu”: then only people who know the address find it."
          onConfirm={() => browserApi(deletePage, { params: { page: page._id } })}
          onClose={(outcome) =>
            outcome === 'deleted' ? onRemoved(page._id, `The page ${inQuotes(page.title)} is deleted.`) : setIsOpen(false)
          }
        />
      ) : null}
    </>
  )
}

/** Mount it again when the stored audience changes: an earlier choice was made without knowing it. */
const PageAudience = ({ page, error }: { readonly page: ListedPage; readonly error: string | undefined }) => {
  const [chosen, setChosen] = useState(page.audience)
  const opening = page.isEmpty ? null : audienceWarning(page.audience, chosen)
  return (
    <>
      <SelectField
        label="Who can read it"
        name="audience"
        options={AUDIENCE_OPTIONS}
        value={chosen}
        error={error}
        hint={opening ?? AUDIENCE_HINTS[chosen]}
        onChange={({ target }) => setChosen(readAudience(target.value) ?? page.audience)}
      />
    </>
  )
}

const usePageForm = ({ page, onChange }: Pick<OwnPageProps, 'page' | 'onChange'>) => {
  /** What is not changed here is not sent: another admin may have changed it. */
  const stored = useRef(page)
  useEffect(() => {
    stored.current = page
  }, [page])
  return useForm({
    fields: ['slug', 'audience'],
    send: async (data, element) => {
      const sent = { slug: readText(data, 'slug') }
      const place = readText(data, 'place') as PagePlace
      const body = {
        ...(sent.slug === stored.current.slug ? {} : sent),
        ...(place === stored.current.place ? {} : { place }),
        audience: readText(data, 'audience') as Audience,
      }
      try {
        const saved = await browserApi(updatePage, { params: { page: page._id }, body: { ...body, audienceBefore: page.audience } })
        stored.current = saved
        showStored(element, sent, { slug: saved.slug })
      } catch (error) {
        // Another admin has changed the page: shows what it is now, with the message.
        if (error instanceof ApiError && error.code === 'conflict') void onChange()
        throw error
      }
      await onChange()
      return 'Saved.'
    },
  })
}

/** A page that the family added: its address, menu, place there, and audience. */
export const OwnPage = ({ page, others, onChange, onRemoved }: OwnPageProps) => {
  const form = usePageForm({ page, onChange })
  return (
    <Card as="li">
      <div className="row justify-between gap-y-1">
        <h3 className="text-body font-semibold wrap-anywhere">
          {page.isEmpty ? <span>{page.title}</span> : <a href={page.path}>{page.title}</a>}
          {page.isEmpty ? <Badge className="ml-2">Nobody sees it yet</Badge> : null}
        </h3>
        <div className="row">
          <MoveButtons page={page} others={others} onChange={onChange} />
          <DeletePage page={page} onRemoved={onRemoved} />
          <a href={`/update-post/${page._id}`} className="link link-target" aria-label={`Edit ${page.title}`}>
            Edit
          </a>
        </div>
      </div>
      <form {...form.props} className="stack mt-3">
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <TextField
            label="Address"
            name="slug"
            maxLength={SLUG_MAX_LENGTH}
            defaultValue={page.slug}
            autoCapitalize="none"
            spellCheck={false}
            error={form.errorOf('slug')}
            hint="What comes after the slash."
          />
          <SelectField key={page.place} label="Menu" name="place" options={PLACE_OPTIONS} defaultValue={page.place} />
        </div>
        <PageAudience key={page.audience} page={page} error={form.errorOf('audience')} />
        <FormMessage form={form} />
        <SaveRow form={form} />
      </form>
    </Card>
  )
}
