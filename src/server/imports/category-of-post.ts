import type { Category } from '#contract/categories.ts'
import type { Run } from './import-run.ts'
import { mapCategory } from './map-category.ts'
import type { SourcePost } from './source.ts'

type Labelled = Pick<SourcePost, 'categories' | 'tags'>

/** One of ours by its name or mapping, otherwise one that was made of its categories and tags. Reports one that is unknown. */
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

/** The first of its names that is a category by now. */
function labelOf({ labels }: Pick<Run, 'labels'>, { categories, tags = [] }: Labelled): { name: string; category: Category } | undefined {
  for (const name of [...categories, ...tags]) {
    const category = mapCategory([name], labels)
    if (category !== undefined) return { name, category }
  }
  return undefined
}

/** A tag that became the category of the post is no tag that was lost. */
export function reportNotes(run: Run, post: SourcePost, title: string): void {
  const label = mapCategory(post.categories, run.categories) === undefined ? labelOf(run, post) : undefined
  for (const { kind, detail } of post.notes) {
    if (kind === 'tags' && label !== undefined && detail === `tag ${label.name}`) continue
    run.report.add(kind, kind === 'tags' || kind === 'comment' ? detail : `${title}: ${detail}`)
  }
}
