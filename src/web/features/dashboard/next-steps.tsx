import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import PenLine from 'lucide-react/icons/pen-line'
import UserRound from 'lucide-react/icons/user-round'
import type { Account } from '#contract/endpoints/users.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

interface Step {
  readonly Icon: typeof Eye
  readonly title: string
  readonly text: string
  readonly href: string
  readonly label: string
  readonly isDone: boolean
}

const hasFace = ({ displayName, profilePicture }: Account) => displayName !== undefined && !profilePicture.startsWith('/drawings/')

const stepsOf = (account: Account, totalPosts: number): readonly Step[] => [
  {
    Icon: PenLine,
    title: totalPosts === 0 ? 'Write the first post' : 'Write the next post',
    text: 'A few lines and a picture are enough. Nobody sees it before you publish it.',
    href: '/create-post',
    label: 'Write',
    isDone: totalPosts > 0,
  },
  {
    Icon: UserRound,
    title: 'Make the profile yours',
    text: 'The name and the face that stand beside what you write.',
    href: '/dashboard?tab=profile',
    label: 'Your profile',
    isDone: hasFace(account),
  },
  {
    Icon: Eye,
    title: 'See it as readers do',
    text: 'Open the blog, and send its address to those who should read along.',
    href: '/',
    label: 'Open the blog',
    isDone: false,
  },
]

interface NextStepsProps {
  readonly account: Account
  readonly totalPosts: number
}

/** What to do on a blog that has hardly begun. */
export const NextSteps = ({ account, totalPosts }: NextStepsProps) => (
  <section aria-labelledby="next-steps">
    <h2 id="next-steps" className="text-h3">
      {totalPosts === 0 ? 'Your blog is ready. Three steps to begin:' : 'A good beginning. What comes next:'}
    </h2>
    <ol className="mt-4 grid gap-4 md:grid-cols-3">
      {stepsOf(account, totalPosts).map(({ Icon, title, text, href, label, isDone }) => {
        const Mark = isDone ? Check : Icon
        return (
          <li key={href} className="card grid grid-rows-[auto_auto_1fr_auto] gap-2 p-5">
            <span
              className={`grid size-11 place-items-center rounded-full ${isDone ? 'bg-calm-tint text-calm' : 'bg-heart-tint text-heart'}`}
            >
              <Mark aria-hidden="true" size={22} />
            </span>
            <h3 className="text-[1.25rem]">
              {title}
              {isDone ? <span className="sr-only"> (done)</span> : null}
            </h3>
            <p className="text-ink-soft">{text}</p>
            <LinkButton href={href} className="mt-2 justify-self-start">
              {label}
            </LinkButton>
          </li>
        )
      })}
    </ol>
  </section>
)
