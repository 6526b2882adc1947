import type { Block } from './blocks.ts'
import { type ComparedRow, markChanges } from './compare-blocks.ts'

interface SideProps {
  readonly block: Block | null
  readonly other: Block | null
  /** Whose text, said again in each part: on a telephone they stand one below the other. */
  readonly whose: string
  readonly tone: 'theirs' | 'mine'
}

const TONES = { theirs: 'border-line-strong bg-sunk', mine: 'border-calm bg-calm-tint' } as const

const Words = ({ block, other }: { readonly block: Block; readonly other: Block | null }) => (
  <p className="whitespace-pre-wrap wrap-anywhere">
    {markChanges(block.text, other?.text ?? '').map(({ words, isChanged }, index) =>
      isChanged ? (
        <mark key={index} className="rounded-sm bg-heart-tint text-heart-deep underline decoration-1 underline-offset-3">
          {words}
        </mark>
      ) : (
        words
      ),
    )}
  </p>
)

const Side = ({ block, other, whose, tone }: SideProps) => {
  if (block === null) return <div className="hidden text-small text-ink-soft md:block md:px-3 md:py-2">(nothing here)</div>
  return (
    <div className={`min-w-0 rounded-small border-l-4 px-3 py-2 ${TONES[tone]}`}>
      <p className="text-[.8rem] font-semibold text-ink-soft">
        {whose}
        {block.kind === '' ? '' : ` · ${block.kind}`}
      </p>
      <Words block={block} other={other} />
      {block.pictures.map((src) => (
        <img key={src} src={src} alt="" loading="lazy" className="mt-1 max-h-28 rounded-small object-contain" />
      ))}
    </div>
  )
}

interface RowProps {
  readonly row: ComparedRow
  readonly names: { readonly theirs: string; readonly mine: string }
}

/** A part in which the two texts differ. */
export const DifferentRow = ({ row, names }: RowProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-4">
    <Side block={row.theirs} other={row.mine} whose={names.theirs} tone="theirs" />
    <Side block={row.mine} other={row.theirs} whose={names.mine} tone="mine" />
  </li>
)
