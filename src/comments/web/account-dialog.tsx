import { type ReactNode, useState } from 'react'
import { plural } from '#platform/contract/plural.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { deleteUser, disableUser, type ListedAccount } from '#accounts/contract/users.endpoints.ts'
import { useCurrentUser, userActions } from '#accounts/web/index.ts'
import { type UserContent, removeUserContent } from '#comments/contract/removals.endpoints.ts'
import { REASON_MAX_LENGTH } from '#accounts/contract/account-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { ChoiceField, type RadioOption } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { readText } from '#ui/forms/sent-values.ts'

/** What an admin does with an account; a person deletes their own. */
export type AccountEnd = 'disable' | 'remove' | 'delete'

export type EndedAccount =
  | { readonly end: 'disable'; readonly account: ListedAccount; readonly text: string }
  | { readonly end: 'remove' | 'delete'; readonly text: string }

const removedText = ({ comments, replies, hearts, mails }: UserContent): string =>
  [
    `${plural(comments, '1 comment', 'comments')}${replies === 0 ? '' : ` (of which ${plural(replies, '1 reply', 'replies')})`}`,
    plural(hearts, '1 heart', 'hearts'),
    plural(mails, '1 mail that waits', 'mails that wait'),
  ].join(', ')

/** What ends with an admin's account, and what stays. */
function workText({ drafts, invitations, plans, hasBackupPlace }: UserContent): string {
  const ends = [
    drafts > 0 ? plural(drafts, '1 unpublished text', 'unpublished texts') : '',
    invitations > 0 ? plural(invitations, '1 open invitation', 'open invitations') : '',
  ]
  const named = ends.filter((text) => text !== '').join(' and ')
  return [
    named === '' ? '' : ` With it end ${named}.`,
    plans > 0 ? ` ${plural(plans, '1 planned post stays', 'planned posts stay')} planned.` : '',
    hasBackupPlace ? ' Backups go on to the same other place: look there, too.' : '',
  ].join('')
}

const choicesOf = (userContent: UserContent, isOwn: boolean): readonly RadioOption<AccountEnd>[] => {
  const choices: readonly RadioOption<AccountEnd>[] = [
    { value: 'disable', label: 'Disable', hint: 'Signed out at once, until you let them in again. What they wrote stays.' },
    {
      value: 'remove',
      label: 'Remove everything',
      hint: `${removedText(userContent)}. The account is disabled. For a day you can undo this under Comments, all but the mails.`,
    },
    {
      value: 'delete',
      label: 'Delete',
      hint: `The account ends for good. Its comments stay, with “anonymous” as their name.${workText(userContent)}`,
    },
  ]
  return choices.filter(({ value }) => {
    if (value === 'disable') return !isOwn && !userContent.isDisabled
    return value === 'delete' || !(isOwn || userContent.isAdmin)
  })
}

const WORDS: Readonly<Record<AccountEnd, (name: string) => { readonly title: string; readonly confirm: string; readonly cancel: string }>> =
  {
    disable: (name) => ({ title: `Disable ${name}?`, confirm: 'Disable', cancel: 'Cancel' }),
    remove: (name) => ({ title: `Remove everything of ${name}?`, confirm: 'Remove everything', cancel: 'Cancel' }),
    delete: () => ({ title: 'Are you sure you want to delete this user?', confirm: 'Yes, I am sure', cancel: 'No, cancel' }),
  }

async function endAccount(end: AccountEnd, { user }: UserContent, reason: string): Promise<EndedAccount> {
  const params = { userId: user._id }
  const name = nameOfUser(user)
  if (end === 'disable') {
    const account = await browserApi(disableUser, { params, body: { disabled: true, reason } })
    return { end, account, text: `${name} can no longer sign in.` }
  }
  await (end === 'remove' ? browserApi(removeUserContent, { params }) : browserApi(deleteUser, { params }))
  return { end, text: end === 'remove' ? `Everything of ${name} is removed.` : `The account of ${name} is deleted.` }
}

/** The newest words, by which an admin knows whom they are about to remove. */
const Newest = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.map((text, index) => (
    <blockquote key={`${index} ${text}`} dir="auto" className="line-clamp-2 border-s-2 border-line-strong ps-2 text-small wrap-anywhere">
      {text}
    </blockquote>
  ))

/** The title names the account, unless it asks the question before a deletion. */
const Whom = ({ userContent: { user, isAdmin }, end }: { readonly userContent: UserContent; readonly end: AccountEnd }) =>
  end === 'delete' || isAdmin ? <p className="wrap-anywhere">{`${nameOfUser(user)}${isAdmin ? ' is an admin.' : ''}`}</p> : null

const firstOf = (choices: readonly RadioOption<AccountEnd>[], wanted: AccountEnd): AccountEnd =>
  (choices.find(({ value }) => value === wanted) ?? choices[0])?.value ?? 'delete'

interface AccountDialogProps {
  readonly userContent: UserContent
  /** Chosen at first, if it is possible; by default all of a stranger goes, and the family is only disabled. */
  readonly start?: AccountEnd | undefined
  readonly onDone: (done: EndedAccount) => void
  readonly onCancel: () => void
}

/** Everything that ends an account, with what each does. Open while mounted. */
export const AccountDialog = ({ userContent, start, onDone, onCancel }: AccountDialogProps): ReactNode => {
  const isOwn = useCurrentUser()?._id === userContent.user._id
  const choices = choicesOf(userContent, isOwn)
  const [end, setEnd] = useState(() => firstOf(choices, start ?? (userContent.isFamily ? 'disable' : 'remove')))
  const { title, confirm, cancel } = WORDS[end](`@${userContent.user.username}`)
  const confirmEnd = async (data: FormData) => {
    const done = await endAccount(end, userContent, readText(data, 'reason'))
    if (isOwn) userActions.deleteUserSuccess()
    else onDone(done)
  }
  return (
    <Dialog title={title} confirmLabel={confirm} cancelLabel={cancel} onConfirm={confirmEnd} onCancel={onCancel}>
      <Whom userContent={userContent} end={end} />
      {choices.length === 1 ? (
        <p>{choices[0]?.hint}</p>
      ) : (
        <ChoiceField legend="The account" name="end" value={end} choices={choices} onChange={setEnd} />
      )}
      {end === 'disable' ? <TextField label="Reason, shown to them" name="reason" maxLength={REASON_MAX_LENGTH} /> : null}
      {end === 'remove' ? <Newest texts={userContent.newest} /> : null}
    </Dialog>
  )
}
