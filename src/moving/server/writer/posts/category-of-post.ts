import type { Category } from '#platform/contract/categories.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import { mapCategory } from './map-category.ts'
import type { SourcePost } from '#moving/server/record/source.ts'

type Labelled = Pick<SourcePost, 'categories' | 'tags'>

/** Finds the post's category by name or mapping, else by `labels`. Reports an unknown category. */
export function categoryOf(run: Pick<Run, 'report' | 'categories' | 'labels'>, post: Labelled): Category {
  const { report, categories } = run
  const [name = ''] = post.categories
  const label = mapCategory(post.categories, categories) === undefined ? labelOf(run, post) : undefined
  const category = mapCategory(post.categories, categories) ?? label?.category
  if (name !== '' && name.toLowerCase() !== 'uncategorized') {
    report.addCategory(name, category ?? null)
    if (category === undefined) report.add('category', name)
  } else if (label) report.addCategory(label.name, label.category)
  return category ?? 'uncategorized'
}

/** The first category or tag of the post for which `importLabels` created a category. */
function labelOf({ labels }: Pick<Run, 'labels'>, { categories, tags = [] }: Labelled): { name: string; category: Category } | undefined {
  for (const name of [...categories, ...tags]) {
    const category = mapCategory([name], labels)
    if (category !== undefined) return { name, category }
  }
  return undefined
}

/** Reports the post's notes, without the tag that became its category. */
export function reportNotes(run: Run, post: SourcePost, title: string): void {
  const label = mapCategory(post.categories, run.categories) === undefined ? labelOf(run, post) : undefined
  for (const { kind, detail } of post.notes) {
    if (kind === 'tags' && label !== undefined && detail === `tag ${label.name}`) continue
    run.report.add(kind, kind === 'tags' || kind === 'comment' ? detail : `${title}: ${detail}`)
  }
}
