import { accountForms } from '#accounts/contract/accounts.forms.ts'
import { commentForms } from '#comments/contract/comments.forms.ts'
import { newsletterForms } from '#newsletter/contract/newsletter.forms.ts'
import type { Form } from '#platform/contract/form.ts'
import { matchPath } from '#platform/contract/paths.ts'
import { postForms } from '#posts/contract/posts.forms.ts'
import { type PageId, pages } from '#pages/pages.ts'

/** The forms of readers, which work without JavaScript. */
export const forms: readonly Form[] = [...accountForms, ...newsletterForms, ...commentForms, ...postForms]

/** Path patterns that a form is posted to. */
export const formPaths = ({ action, pages: ids }: Pick<Form, 'action' | 'pages'>): readonly string[] =>
  action === undefined ? ids.map((id) => pages[id as PageId].path) : [action]

/** The forms that may be posted to this path. */
export const formsAt = (pathname: string): readonly Form[] =>
  forms.filter((form) => formPaths(form).some((path) => matchPath(path, pathname) !== null))
