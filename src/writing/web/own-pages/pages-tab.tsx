import BookOpen from 'lucide-react/icons/book-open'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { useRef, useState } from 'react'
import { FIXED_PAGE_IDS, FIXED_PAGE_NAMES, type FixedPageId, isFixedPage } from '#site/contract/blog-pages.ts'
import { deletePage, type ListedPage, listPages } from '#site/contract/blog-pages.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useLoaded } from '#ui/api/use-loaded.ts'
import type { Api } from '#ui/api/client.ts'
import { dashboardTab } from '#ui/dashboard/dashboard-tab.ts'
import { ContactNote } from '#site/web/index.ts'
import { NewPage } from './new-page.tsx'
import { type OnRemoved, OwnPage } from './own-page.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { ListRow } from '#ui/components/list-row.tsx'

interface ResetToStarterTextProps {
  readonly id: FixedPageId
  readonly name: string
  readonly onRemoved: OnRemoved
}

/** Deletes the family's own text of a fixed page, which then shows the starter text again. */
const ResetToStarterText = ({ id, name, onRemoved }: ResetToStarterTextProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const confirm = async () => {
    await browserApi(deletePage, { params: { page: id } })
    onRemoved(id, `Our starter text is on ${inQuotes(name)} again.`)
  }
  return (
    <>
      <button type="button" className="text-button" aria-label={`Starter text again: ${name}`} onClick={() => setIsOpen(true)}>
        Starter text again
      </button>
      {isOpen ? (
        <Dialog
          title={`Show our starter text on ${inQuotes(name)} again?`}
          confirmLabel="Yes, show it"
          cancelLabel="No, cancel"
          tone="primary"
          onConfirm={confirm}
          onCancel={() => setIsOpen(false)}
        >
          <p>Your words stay among the earlier versions of the page.</p>
        </Dialog>
      ) : null}
    </>
  )
}

const loadPages = async (call: Api): Promise<readonly ListedPage[]> => (await call(listPages)).pages

/** Name and place of each fixed page. */
const WHERE: Readonly<Record<FixedPageId, string>> = {
  welcome: 'The first words on the home page',
  about: 'In the header and the footer',
  projects: 'Above the posts of each category',
  'call-to-action': 'Under each post',
  'privacy-policy': 'In the footer; our starter text follows your settings',
  terms: 'In the footer; our starter text follows your settings',
}

interface FixedRowProps {
  readonly id: FixedPageId
  readonly page: ListedPage | undefined
  readonly onRemoved: OnRemoved
}

const FixedRow = ({ id, page, onRemoved }: FixedRowProps) => {
  const [name, where] = [FIXED_PAGE_NAMES[id], WHERE[id]]
  const isStarter = page?.isEmpty ?? true
  return (
    <ListRow>
      <div className="min-w-0">
        <div className="row gap-2">
          <h3 className="text-body font-semibold">{name}</h3>
          <Badge>{isStarter ? 'Starter text' : 'Your words'}</Badge>
        </div>
        <p className="text-small text-ink-soft">{where}</p>
        {id === 'privacy-policy' ? <ContactNote /> : null}
      </div>
      <div className="row">
        <a href={`/update-post/${id}`} className="link link-target" aria-label={`${isStarter ? 'Make it yours:' : 'Edit'} ${name}`}>
          {isStarter ? 'Make it yours' : 'Edit'}
        </a>
        {isStarter ? null : <ResetToStarterText id={id} name={name} onRemoved={onRemoved} />}
      </div>
    </ListRow>
  )
}

/** All pages of the blog: the fixed ones, and those that the family added. */
const Pages = ({ pages: initial }: { readonly pages: readonly ListedPage[] }) => {
  const { value: pages, set: setPages, reload } = useLoaded(initial, () => loadPages(browserApi))
  const [outcome, setOutcome] = useState('')
  const notice = useRef<HTMLParagraphElement>(null)
  const remove: OnRemoved = (id, happened) =>
    changeAndFocus(
      () => {
        setPages((before) => before.filter(({ _id }) => _id !== id))
        setOutcome(happened)
      },
      () => notice.current,
    )
  const own = pages.filter(({ _id }) => !isFixedPage(_id))
  return (
    <div className="stack max-w-4xl gap-8">
      <p ref={notice} role="status" tabIndex={-1} className="outline-none empty:-mb-8">
        {outcome}
      </p>
      <section aria-labelledby="fixed-pages">
        <h2 id="fixed-pages" className="text-h3">
          Pages that every blog has
        </h2>
        <ul className="card mt-3 px-5 py-1">
          {FIXED_PAGE_IDS.map((id) => (
            <FixedRow key={id} id={id} page={pages.find(({ _id }) => _id === id)} onRemoved={remove} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="own-pages">
        <h2 id="own-pages" className="text-h3">
          Pages of your own
        </h2>
        <p className="mt-1 text-ink-soft">
          For things that are not posts: emergency plans, people you thank, how to visit. Each can be in a menu.
        </p>
        {own.length === 0 ? null : (
          <ul className="mt-3 stack">
            {own.map((page) => (
              <OwnPage
                key={page._id}
                page={page}
                others={own.filter(({ place }) => place === page.place)}
                onChange={reload}
                onRemoved={remove}
              />
            ))}
          </ul>
        )}
        <NewPage />
      </section>
    </div>
  )
}

export const pagesTab = dashboardTab({
  id: 'pages',
  label: 'Pages',
  Icon: BookOpen,
  access: 'admin',
  load: async ({ call }) => ({ pages: await loadPages(call) }),
  Component: ({ data: { pages } }) => <Pages pages={pages} />,
})
