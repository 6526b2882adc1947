import { useDeferredValue, useMemo } from 'react'
import type { PostText } from '#web/features/post-form/post-text.ts'
import { type Block, blocksOf } from './blocks.ts'
import { type ComparedRow, compareBlocks } from './compare-blocks.ts'
import { DifferentRow } from './compared-row.tsx'

interface CompareTextsProps {
  readonly theirs: PostText
  readonly mine: PostText
  readonly names: { readonly theirs: string; readonly mine: string }
}

const part = (kind: string, text: string, pictures: readonly string[] = []): Block => ({ kind, text, pictures, mark: kind + text })

const headOf = ({ title, category, image }: PostText): Block[] => [
  part('Title', title),
  part('Category', category),
  part('Cover image', image === '' ? 'none' : '', image === '' ? [] : [image]),
]

const compareHeads = (theirs: PostText, mine: PostText): ComparedRow[] => {
  const own = headOf(mine)
  return headOf(theirs).map((block, index) => {
    const other = own[index] ?? block
    return { theirs: block, mine: other, isSame: block.mark === other.mark && block.pictures[0] === other.pictures[0] }
  })
}

const sameText = (count: number) => (count === 1 ? 'One part is the same' : `${count} parts are the same`)

/** Rows that differ, and how many are the same between them. */
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

/** Two texts of one post side by side, part by part, with what differs marked. Both are shown as text, never as markup. */
export const CompareTexts = ({ theirs, mine: latest, names }: CompareTextsProps) => {
  // The comparison may lag behind the typing.
  const mine = useDeferredValue(latest)
  const rows = useMemo(
    () => fold([...compareHeads(theirs, mine), ...compareBlocks(blocksOf(theirs.content), blocksOf(mine.content))]),
    [theirs, mine],
  )
  if (rows.every(({ row }) => row === null)) return <p className="font-medium">Both say the same.</p>
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {rows.map(({ key, row, same }) =>
        row ? (
          <DifferentRow key={key} row={row} names={names} />
        ) : (
          <li key={key} className="text-small text-ink-soft">
            {sameText(same)}
          </li>
        ),
      )}
    </ol>
  )
}
