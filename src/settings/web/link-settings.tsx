import { useRef, useState } from 'react'
import { type FooterLink, updateLinks, getLinks } from '#site/contract/links.endpoints.ts'
import { BLOG_LINE_MAX_LENGTH, LINK_MAX_LENGTH, LINKS_MAX } from '#site/contract/site-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useForm } from '#ui/forms/form.tsx'
import { SAVED_FOR_READERS, SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

interface LinkRowProps {
  readonly link: FooterLink
  readonly index: number
  readonly count: number
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (change: Partial<FooterLink>) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

const LinkRow = ({ link, index, count, errorOf, onChange, onMove, onRemove }: LinkRowProps) => {
  const [urlName, labelName] = [`links.${index}.url`, `links.${index}.label`]
  const nameOfLink = link.label === '' ? `link ${index + 1}` : link.label
  return (
    <li className="stack gap-3 border-b border-line pb-4">
      <div className="stack gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <TextField
          label="Address"
          name={urlName}
          type="url"
          placeholder="https://"
          maxLength={LINK_MAX_LENGTH}
          value={link.url}
          error={errorOf(urlName)}
          onChange={({ target }) => onChange({ url: target.value })}
        />
        <TextField
          label="Words"
          dir="auto"
          name={labelName}
          maxLength={BLOG_LINE_MAX_LENGTH}
          value={link.label}
          error={errorOf(labelName)}
          onChange={({ target }) => onChange({ label: target.value })}
        />
      </div>
      <div className="row">
        {([-1, 1] as const).map((step) => {
          const [label, to] = [step === -1 ? 'Earlier' : 'Later', index + step]
          const canMove = to >= 0 && to < count
          return (
            <button
              key={step}
              type="button"
              className="text-button aria-disabled:opacity-60"
              aria-label={`${label} in the footer: ${nameOfLink}`}
              aria-disabled={!canMove || undefined}
              onClick={() => canMove && onMove(to)}
            >
              {label}
            </button>
          )
        })}
        <button type="button" className="text-button text-danger" aria-label={`Remove ${nameOfLink}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </li>
  )
}

/** The key is stable while a link moves, so that its buttons keep the focus. */
type Row = FooterLink & { readonly key: number }

/** Links of the footer: added, changed, moved and removed here, and saved together. */
const LinkSettings = ({ links }: { readonly links: readonly FooterLink[] }) => {
  const [rows, setRows] = useState<readonly Row[]>(() => links.map((link, key) => ({ ...link, key })))
  const nextKey = useRef(links.length)
  const addButton = useRef<HTMLButtonElement>(null)
  const fields = rows.flatMap((_, index) => [`links.${index}.url`, `links.${index}.label`])
  const form = useForm({
    fields,
    send: async () => {
      const { links: stored } = await browserApi(updateLinks, { body: { links: rows.map(({ url, label }) => ({ url, label })) } })
      // Rows changed in the meantime are other objects, and stay unchanged.
      setRows((before) => before.map((row) => ({ ...row, ...stored[rows.indexOf(row)] })))
      return SAVED_FOR_READERS
    },
  })
  const { errorOf } = form
  const isFull = rows.length >= LINKS_MAX
  const change = (changed: readonly Row[]) => {
    form.clear()
    // Errors name the position of their link, which is another one now.
    for (const field of fields) form.clear(field)
    setRows(changed)
  }
  const remove = (index: number) => {
    change(rows.toSpliced(index, 1))
    addButton.current?.focus()
  }
  const move = (row: Row, from: number, to: number) => change(rows.toSpliced(from, 1).toSpliced(to, 0, row))
  return (
    <SettingsForm form={form} title="Links in the footer" hint={`To your pages elsewhere, at most ${LINKS_MAX}.`}>
      <ol className="stack">
        {rows.map((row, index) => (
          <LinkRow
            key={row.key}
            link={row}
            index={index}
            count={rows.length}
            errorOf={errorOf}
            onChange={(changes) => setRows(rows.with(index, { ...row, ...changes }))}
            onMove={(to) => move(row, index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div>
        <Button
          ref={addButton}
          className="aria-disabled:opacity-60"
          aria-disabled={isFull || undefined}
          onClick={() => isFull || change([...rows, { url: '', label: '', key: nextKey.current++ }])}
        >
          Add a link
        </Button>
      </div>
    </SettingsForm>
  )
}

export const linksSection = settingsSection({
  reads: { list: getLinks },
  Component: ({ list }) => <LinkSettings links={list.links} />,
})
