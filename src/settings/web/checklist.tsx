import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { useEffect, useState } from 'react'
import { CHECKLIST_ITEMS, type ChecklistItem } from '#settings/contract/checklist-items.ts'
import { type Checklist as ChecklistData, updateChecklist } from '#settings/contract/checklist.endpoints.ts'
import { FIXED_PAGE_NAMES } from '#site/contract/blog-pages.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { settingsPath } from '#ui/dashboard/settings-section.ts'

interface Item {
  readonly title: string
  readonly text: string
  /** Page where the item is done. */
  readonly href: string
  readonly label: string
}

const ITEMS: Readonly<Record<ChecklistItem, Item>> = {
  words: {
    title: 'Write your own welcome and About',
    text: '',
    href: '/dashboard?tab=pages',
    label: 'Your pages',
  },
  picture: {
    title: 'Choose a picture or a logo',
    text: 'For the home page, and for links that people share.',
    href: settingsPath('look'),
    label: 'Look',
  },
  contact: {
    title: 'Say how to reach you',
    text: 'The Privacy Policy and the Terms name an email address, once there is one.',
    href: settingsPath('blog'),
    label: 'Add a contact',
  },
  post: {
    title: 'Publish the first post',
    text: 'A few lines and a picture are enough. Nobody sees it before you publish it.',
    href: '/create-post',
    label: 'Write it',
  },
  invitation: {
    title: 'Invite people to read along',
    text: 'A link, or a code to scan, lets them into the family.',
    href: '/dashboard?tab=users#invitations',
    label: 'Invite people',
  },
  backup: {
    title: 'See how the blog is backed up',
    text: 'So that nothing you write is lost with a computer.',
    href: settingsPath('copies'),
    label: 'Safe copies',
  },
}

interface RowProps {
  readonly item: Item
  readonly isDone: boolean
  /** What is left to do, also when the item is done. */
  readonly rest?: string | undefined
}

/** 'Our starter texts still stand on: Terms.' */
const restOf = (pages: ChecklistData['starterPages']): string | undefined =>
  pages.length === 0
    ? undefined
    : `Our starter texts are still on ${new Intl.ListFormat('en').format(pages.map((id) => FIXED_PAGE_NAMES[id]))}.`

const Row = ({ item: { title, text, href, label }, isDone, rest }: RowProps) => {
  const Mark = isDone ? Check : Circle
  return (
    <li className="row border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Mark aria-hidden="true" size={22} className={`mt-0.5 shrink-0 ${isDone ? 'text-calm' : 'text-ink-soft'}`} />
        <div className="min-w-0">
          <h3 className="text-body font-semibold">
            <span>{title}</span>
            {isDone ? <span className="sr-only"> (done)</span> : null}
          </h3>
          {isDone && rest === undefined ? null : <p className="text-small text-ink-soft">{rest ?? text}</p>}
        </div>
      </div>
      {isDone ? null : (
        <div className="pl-[2.125rem] sm:pl-0">
          <a href={href} className="link link-target">
            {label}
          </a>
        </div>
      )}
    </li>
  )
}

/** First steps of a new blog, shown until they are done or hidden. */
export const Checklist = ({ checklist: initial }: { readonly checklist: ChecklistData }) => {
  const [{ isShown, done, starterPages }, setChecklist] = useState(initial)
  const { run, isBusy, error } = useAction()
  if (!isShown) return null
  const hide = async () => {
    const hidden = await browserApi(updateChecklist, { body: { isShown: false } })
    changeAndFocus(
      () => setChecklist(hidden),
      () => null,
    )
  }
  return (
    <Card as="section" aria-labelledby="checklist">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="checklist" className="text-h3">
          First steps
        </h2>
        <p className="text-small text-ink-soft">{`${done.length} of ${CHECKLIST_ITEMS.length} done`}</p>
      </div>
      <ul className="mt-1">
        {CHECKLIST_ITEMS.map((item) => (
          <Row key={item} item={ITEMS[item]} isDone={done.includes(item)} rest={item === 'words' ? restOf(starterPages) : undefined} />
        ))}
      </ul>
      <div className="row gap-x-6 border-t border-line pt-4">
        <Button aria-disabled={isBusy || undefined} onClick={() => void run(hide)}>
          Hide this list
        </Button>
        <a href="/dashboard?tab=moving" className="link link-target">
          Bring your old blog
        </a>
      </div>
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </Card>
  )
}

/** Marks the backups as seen, on the page of their section. */
export const useBackupSeen = ({ done }: ChecklistData): void => {
  const isDone = done.includes('backup')
  useEffect(() => {
    if (!isDone) void browserApi(updateChecklist, { body: { done: 'backup' } }).catch(() => {})
  }, [isDone])
}
