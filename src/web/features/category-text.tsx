import { type Category, categoryName } from '#contract/categories.ts'
import { useSite } from '#web/page/page-context.ts'

/** Name of a category, isolated because it may be in a right-to-left script. */
export const CategoryText = ({ category }: { readonly category: Category }) => <bdi>{categoryName(category, useSite().categories)}</bdi>
