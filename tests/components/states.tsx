import type { ReactNode } from 'react'
import { Alert } from '#ui/components/alert.tsx'
import { UserAvatar } from '#accounts/web/user-avatar.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { LinkRow } from '#ui/components/link-row.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { Menu } from '#ui/components/menu.tsx'
import { PageFrame } from '#pages/layout/page-frame.tsx'
import { Progress, ProgressBar } from '#ui/components/progress.tsx'
import { SecondLine } from '#ui/components/second-line.tsx'
import { ShareLink } from '#ui/components/share-link.tsx'
import { Spinner, SpinnerMark } from '#ui/components/spinner.tsx'
import { Facts } from '#ui/dashboard/settings-form.tsx'
import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { DialogStates, FieldStates, FormStates, TableStates } from './form-states.tsx'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'
const FACE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#2d6a66" d="M0 0h1v1H0z"/></svg>')}`
const BUTTONS = ['primary', 'quiet', 'danger', 'plain'] as const

const buttons = (
  <div className="row gap-3">
    {BUTTONS.map((variant) => (
      <Button key={variant} variant={variant}>
        {variant}
      </Button>
    ))}
    {BUTTONS.map((variant) => (
      <Button key={variant} variant={variant} busy busyLabel={`${variant}, busy`}>
        {variant}
      </Button>
    ))}
    <Button disabled>disabled</Button>
    <LinkButton href="#buttons">a link</LinkButton>
    <Button variant="primary">{LONG}</Button>
    <button type="button" className="text-button">
      text button
    </button>
    <a href="#buttons" className="link link-target">
      a link with a target
    </a>
  </div>
)

const list = (
  <ul>
    <ListRow>
      <span className="min-w-0 wrap-anywhere">
        A row with a <Badge>badge</Badge>
        <SecondLine>and a second line</SecondLine>
      </span>
      <Button>Change</Button>
    </ListRow>
    <ListRow>
      <span className="min-w-0 wrap-anywhere">{LONG.repeat(2)}</span>
      <Button>Change</Button>
    </ListRow>
  </ul>
)

/** Every component of ui/ in every state, by the name of its section. */
export const STATES: Readonly<Record<string, ReactNode>> = {
  Buttons: buttons,
  'Alerts and notices': (
    <>
      <Alert>It could not be saved.</Alert>
      <Alert kind="success">It is saved.</Alert>
      <Alert kind="info">It is being saved. {LONG.repeat(2)}</Alert>
    </>
  ),
  Badges: (
    <p className="row gap-3">
      <Badge>12</Badge>
      <Badge>Only you</Badge>
      <Badge className="wrap-anywhere">{LONG.repeat(2)}</Badge>
      <span className="count">3</span>
    </p>
  ),
  'Cards and rows': (
    <>
      <Card>A card</Card>
      <Card as="section" aria-label="A card with parts" className="stack">
        <h3 className="text-h3">A heading</h3>
        {list}
      </Card>
      <ul className="card divide-y divide-line overflow-hidden">
        <LinkRow href="#cards">A row that is a link</LinkRow>
        <LinkRow href="#cards" note={LONG.repeat(2)} icon={<span aria-hidden="true">♥</span>}>
          {LONG.repeat(2)}
        </LinkRow>
      </ul>
      <Card>
        <Facts
          rows={[
            ['Version', '1.2'],
            ['Folder', LONG.repeat(2)],
          ]}
        />
      </Card>
    </>
  ),
  Fields: <FieldStates />,
  Forms: <FormStates />,
  Tables: <TableStates />,
  Dialogs: <DialogStates />,
  Menus: (
    <Menu label="Menu" trigger="Menu" triggerClassName="button button-quiet">
      <a href="#menus" className="menu-item">
        A link
      </a>
      <a href="#menus" aria-current="page" className="menu-item">
        The current page
      </a>
      <button type="button" className="menu-item">
        {LONG}
      </button>
    </Menu>
  ),
  'Waiting and progress': (
    <>
      <Spinner />
      <p className="row">
        <SpinnerMark />
        <Progress percent={0} label="Not begun" />
        <Progress percent={42.4} label="Uploading" />
        <Progress percent={100} label="Done" size={38} />
      </p>
      <ProgressBar label="Unknown length" />
      <ProgressBar label="A third" done={1} total={3} />
    </>
  ),
  'Nothing there': (
    <EmptyState title="You have no posts yet">
      <LinkButton href="#nothing-there" variant="primary">
        Write the first one
      </LinkButton>
    </EmptyState>
  ),
  'Faces and small parts': (
    <div className="row">
      <UserAvatar src={FACE} />
      <UserAvatar src={FACE} size={32} />
      <ThemeToggle />
      <ShareLink url="https://blog.test/" title="A post" label="Share" className="text-button" />
    </div>
  ),
  'Margins of a page': (
    <PageFrame>
      <p>Text between the margins of a page.</p>
    </PageFrame>
  ),
}
