import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { plural } from '#platform/contract/plural.ts'
import { type SignUpRequest, approveSignUp, refuseSignUp, refuseSignUps } from '#accounts/contract/users.endpoints.ts'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { refreshAttention } from '#accounts/web/attention.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime } from '#site/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { DeleteDialog } from '#ui/dashboard/delete-dialog.tsx'

interface RowProps {
  readonly request: SignUpRequest
  readonly onDone: (news: string) => void
  readonly onLetIn: () => void
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

const Row = ({ request, onDone, onLetIn, isChosen, onChoose }: RowProps) => {
  const { _id: requestId, hasAccount, email, note, createdAt } = request
  const name = fullNameOfUser(request)
  const { run, isBusy, error } = useAction()
  const [isAsking, setIsAsking] = useState(false)
  const letIn = async () => {
    const { message } = await browserApi(approveSignUp, { params: { requestId } })
    onDone(`${name}: ${message}`)
    onLetIn()
  }
  const refuse = async () => {
    const { message } = await browserApi(refuseSignUp, { params: { requestId } })
    onDone(`${name}: ${message}`)
  }
  return (
    <li className="stack gap-2 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">
      <div className="wrap-anywhere">
        <label className="flex min-h-11 items-center gap-3 font-medium">
          <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
          <bdi>{name}</bdi>
        </label>
        <p className="text-small text-ink-soft">
          {email}, <LocalTime at={createdAt} dayOnly className="wrap-normal" />
          {hasAccount ? <span>, has an account that is not family</span> : null}
        </p>
      </div>
      <blockquote dir="auto" className="border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-line">
        {note}
      </blockquote>
      {error === null ? null : <Alert>{error}</Alert>}
      <div className="row gap-2">
        <Button variant="primary" busy={isBusy} aria-label={`Let in ${name}`} onClick={() => void run(letIn)}>
          Let in
        </Button>
        <button type="button" className="text-button quiet-danger" aria-label={`Refuse ${name}`} onClick={() => setIsAsking(true)}>
          Refuse
        </button>
      </div>
      {isAsking ? (
        <DeleteDialog
          question={`Refuse the request of ${name}?`}
          note="It is deleted, and they are not told."
          onConfirm={refuse}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  )
}

interface RefuseChosenProps {
  readonly chosen: readonly string[]
  readonly onDone: (news: string) => void
}

const RefuseChosen = ({ chosen, onDone }: RefuseChosenProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const refuse = async () => {
    const { message } = await browserApi(refuseSignUps, { body: { requestIds: [...chosen] } })
    // While the dialog is open, nothing behind it can take the focus.
    flushSync(() => setIsAsking(false))
    onDone(message)
  }
  return (
    <>
      <Button disabled={chosen.length === 0} onClick={() => setIsAsking(true)}>{`Refuse the chosen (${chosen.length})`}</Button>
      {isAsking ? (
        <DeleteDialog
          question={`Refuse ${plural(chosen.length, 'one request', 'requests')}?`}
          note="They are deleted, without a message to those who asked."
          onConfirm={refuse}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  )
}

interface SignUpRequestsProps extends Pick<RowProps, 'onLetIn'> {
  readonly requests: readonly SignUpRequest[]
}

/** People who ask for an account; renders nothing if there are none. */
export const SignUpRequests = ({ requests: initial, onLetIn }: SignUpRequestsProps) => {
  const [requests, setRequests] = useState(initial)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [news, setNews] = useState('')
  const notice = useRef<HTMLParagraphElement>(null)
  if (initial.length === 0) return null
  const remove = (ids: readonly string[]) => (text: string) => {
    changeAndFocus(
      () => {
        setRequests((before) => before.filter(({ _id }) => !ids.includes(_id)))
        setChosen((before) => before.filter((id) => !ids.includes(id)))
        setNews(text)
      },
      () => notice.current,
    )
    void refreshAttention()
  }
  const choose = (id: string) => (isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id] : before.filter((other) => other !== id)))
  return (
    <Card as="section" id="requests" aria-labelledby="requests-title" className="stack">
      <h2 id="requests-title" className="text-h3">
        Asking to be let in
      </h2>
      <p ref={notice} role="status" tabIndex={-1} className="text-ink-soft outline-none empty:hidden">
        {news}
      </p>
      {requests.length > 1 ? (
        <div className="row gap-2">
          <Button onClick={() => setChosen(requests.map(({ _id }) => _id))}>Choose all</Button>
          <RefuseChosen chosen={chosen} onDone={remove(chosen)} />
        </div>
      ) : null}
      {requests.length === 0 ? null : (
        <ul>
          {requests.map((request) => (
            <Row
              key={request._id}
              request={request}
              isChosen={chosen.includes(request._id)}
              onChoose={choose(request._id)}
              onDone={remove([request._id])}
              onLetIn={onLetIn}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}
