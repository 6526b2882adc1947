import { useDeferredValue, useMemo } from 'react'
import { plural } from '#platform/contract/plural.ts'
import { type CategoryNames, categoryName } from '#site/contract/category-names.ts'
import { coverOf } from '#posts/contract/cover.ts'
import { AUDIENCE_LABELS } from '#posts/web/index.ts'
import { type PostText, TEXT_LINES } from '#writing/web/post-form/post-text.ts'
import { useSite } from '#site/web/index.ts'
import { type Block, blocksOf } from './blocks.ts'
import { type ComparedRow, compareBlocks, markChanges } from './compare-blocks.ts'

interface CompareTextsProps {
  readonly other: PostText
  readonly mine: PostText
  readonly names: { readonly other: string; readonly mine: string }
}

const part = (kind: string, text: string, pictures: readonly string[] = []): Block => ({
  kind,
  text,
  pictures,
  signature: [kind, text, ...pictures].join(),
})

const coverPart = (cover: string | null) => (cover === null ? part('Cover image', 'none') : part('Cover image', '', [cover]))

const LINES = Object.entries(TEXT_LINES) as [keyof typeof TEXT_LINES, string][]

const partsOf = ({ category, image, content, audience, ...lines }: PostText, all: CategoryNames): Block[] => [
  ...LINES.map(([field, label]) => part(label, lines[field])),
  part('Category', categoryName(category, all)),
  coverPart(coverOf(image || null, content)),
  ...(audience === null ? [] : [part('Who can read it', AUDIENCE_LABELS[audience])]),
  ...blocksOf(content),
]

const sameText = (count: number) => plural(count, 'One part is the same', 'parts are the same')

/** Returns the rows that differ, and the number of same rows between them. */
const fold = (rows: readonly ComparedRow[]) => {
  const folded: { key: number; row: ComparedRow | null; same: number }[] = []
  for (const [key, row] of rows.entries()) {
    const last = folded.at(-1)
    if (!row.isSame) folded.push({ key, row, same: 0 })
    else if (last?.row === null) last.same += 1
    else folded.push({ key, row: null, same: 1 })
  }
  return folded
}

const TONES = { other: 'border-line-strong bg-sunk', mine: 'border-calm bg-calm-tint' } as const

/** One side of a part in which the two texts differ. On phones the sides are stacked, so each repeats its name. */
const Side = ({
  row,
  side,
  names,
}: Pick<CompareTextsProps, 'names'> & { readonly row: ComparedRow; readonly side: keyof typeof TONES }) => {
  const [block, counterpart] = side === 'mine' ? [row.mine, row.other] : [row.other, row.mine]
  if (block === null) return <div className="hidden text-small text-ink-soft md:block md:px-3 md:py-2">(nothing here)</div>
  return (
    <div className={`min-w-0 rounded-small border-l-4 px-3 py-2 ${TONES[side]}`}>
      <p className="text-[.8rem] font-semibold text-ink-soft">
        {names[side]}
        <span>{block.kind === '' ? '' : ` · ${block.kind}`}</span>
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">
        {markChanges(block.text, counterpart?.text ?? '').map(({ words, isChanged }, index) =>
          isChanged ? (
            <mark key={index} className="rounded-sm bg-heart-tint text-heart-deep underline decoration-1 underline-offset-3">
              {words}
            </mark>
          ) : (
            <span key={index}>{words}</span>
          ),
        )}
      </p>
      {block.pictures.map((src) => (
        <img key={src} src={src} alt="" loading="lazy" className="mt-1 max-h-28 rounded-small object-contain" />
      ))}
    </div>
  )
}

/** Two texts of one post side by side, part by part, with what differs marked. Both are shown as text, never as markup. */
export const CompareTexts = ({ other, mine: latest, names }: CompareTextsProps) => {
  // The comparison may lag behind the typing.
  const mine = useDeferredValue(latest)
  const { categories } = useSite()
  const rows = useMemo(() => fold(compareBlocks(partsOf(other, categories), partsOf(mine, categories))), [other, mine, categories])
  if (rows.every(({ row }) => row === null)) return <p className="font-medium">Both say the same.</p>
  return (
    <ol className="stack gap-3">
      {rows.map(({ key, row, same }) =>
        row ? (
          <li key={key} className="stack gap-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-4">
            <Side row={row} side="other" names={names} />
            <Side row={row} side="mine" names={names} />
          </li>
        ) : (
          <li key={key} className="text-small text-ink-soft">
            {sameText(same)}
          </li>
        ),
      )}
    </ol>
  )
}
