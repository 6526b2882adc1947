import type { Ref } from 'react'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { WholeRow } from '#ui/components/table-row.tsx'

/** What happened to an item, shown in its row. */
export interface Outcome {
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string }
  /** Rejects if it cannot be undone any more. */
  readonly undo?: () => Promise<unknown>
}

interface EndedRowProps {
  readonly ref: Ref<HTMLTableRowElement>
  readonly columns: number
  /** Height of the replaced row, in CSS pixels. */
  readonly height: number
  readonly outcome: Outcome
  readonly onUndone: () => void
}

export const EndedRow = ({ ref, columns, height, outcome: { text, link, undo }, onUndone }: EndedRowProps) => {
  const { run, isBusy, error } = useAction()
  const takeBack = () =>
    run(async () => {
      await undo?.()
      onUndone()
    })
  return (
    <WholeRow ref={ref} columns={columns} height={height}>
      <div className="flex flex-wrap items-center gap-x-4">
        <span className="text-ink-soft">{text}</span>
        {link ? (
          <a href={link.href} className="link link-target">
            {link.label}
          </a>
        ) : null}
        {undo ? (
          <button
            type="button"
            data-undo=""
            aria-disabled={isBusy || undefined}
            className="link link-target"
            onClick={() => void takeBack()}
          >
            Undo
          </button>
        ) : null}
        {error === null ? null : <Alert>{error}</Alert>}
      </div>
    </WholeRow>
  )
}
