import { expect, it } from 'vitest'
import { pages } from '#pages/pages.ts'
import { isFreePart } from '#site/contract/blog-pages.ts'
import { formPaths, forms } from './forms.ts'
import { publicResponses } from './public-responses.ts'

it('An added page cannot take the address of a page, a form or a public response', () => {
  const paths = [...Object.values(pages), ...Object.values(publicResponses)].map(({ path }) => path).concat(forms.flatMap(formPaths))
  const segments = paths.map((path) => path.split('/')[1] ?? '').filter((segment) => segment !== '' && !segment.startsWith(':'))
  expect(segments.length).toBeGreaterThan(30)
  expect(segments.filter(isFreePart)).toEqual([])
})
