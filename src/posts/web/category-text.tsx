import { type Category, categoryName } from '#platform/contract/categories.ts'
import { useSite } from '#site/web/index.ts'

/** Name of a category, isolated because it may be in a right-to-left script. */
export const CategoryText = ({ category }: { readonly category: Category }) => <bdi>{categoryName(category, useSite().categories)}</bdi>
