import { type Category, categoryName } from '#contract/categories.ts'
import { useSite } from '#web/page/page-context.ts'

/** A category as lists show it, in whatever script its name is. */
export const CategoryText = ({ category }: { readonly category: Category }) => <bdi>{categoryName(category, useSite().categories)}</bdi>
