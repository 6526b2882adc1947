import type { ReactNode } from 'react'

const STEP = 'grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

const Step = ({ number, title, children }: StepProps) => (
  <li className={STEP}>
    <span aria-hidden="true" className="grid size-8 place-items-center rounded-full bg-calm-tint font-semibold text-calm">
      {number}
    </span>
    <div className="min-w-0">
      <h2 className="mt-0.5 text-body font-semibold">{title}</h2>
      <div className="mt-1 grid gap-2 text-ink-soft">{children}</div>
    </div>
  </li>
)

/** The steps of an import, and where to get the file. */
export const ImportSteps = () => (
  <section aria-label="How it works" className="grid gap-5">
    <p className="text-lead">
      Bring your old blog with you: posts, drafts, pages, pictures and comments, with their dates. Private posts stay private. Your old blog
      stays as it is.
    </p>
    <ol className="grid gap-5">
      <Step number={1} title="Get the file from your old blog">
        <p>
          <b>WordPress:</b> open Tools → Export, choose “All content”, and download the file. Its name ends in .xml.
        </p>
        <p>
          <b>Ghost:</b> open Settings → Import/Export → Export, and download the content. Its name ends in .json. Comments and members are
          not in it: for a file with them, sign in to Ghost as its owner and open{' '}
          <code className="wrap-anywhere">/ghost/api/admin/db/?include={'comments,members,members_newsletters'}</code> at your old address.
        </p>
        <p>
          <b>A blog like this one:</b> press “Download everything” there, on this page. The name of the file ends in .zip.
        </p>
      </Step>
      <Step number={2} title="Choose it here">
        <p>You see what is in it, and what cannot come, before anything is written.</p>
      </Step>
      <Step number={3} title="Start">
        <p>
          Leave the old blog online until it is done: its pictures are fetched from there. You can close this page, come back, stop and go
          on. Nothing comes twice.
        </p>
      </Step>
    </ol>
  </section>
)
