import { useState } from 'react'
import { type Samples, deleteSamples } from '#writing/contract/samples.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { DeleteDialog } from '#ui/dashboard/delete-dialog.tsx'

const count = (posts: number) => (posts === 1 ? 'One sample post is' : `${posts} sample posts are`)
const stayed = (posts: number) => `${posts} that you changed ${posts === 1 ? 'is yours and stays' : 'are yours and stay'}.`

/** Number of sample posts, and a button to remove them. Shown while there are any. */
export const SampleNotice = ({ samples: { posts, changed } }: { readonly samples: Samples }) => {
  const [isOpen, setIsOpen] = useState(false)
  if (posts === 0) return null
  return (
    <div id="samples" className="card row justify-between gap-x-6 gap-y-3 p-4">
      <p>{`${count(posts)} here to look around. Readers see them, too.${changed === 0 ? '' : ` ${stayed(changed)}`}`}</p>
      <Button onClick={() => setIsOpen(true)}>Remove the sample posts</Button>
      {isOpen ? (
        <DeleteDialog
          question="Are you sure you want to remove the sample posts?"
          note={`They are deleted for good, with their pictures and comments. What you wrote stays.${changed === 0 ? '' : ` ${stayed(changed)}`}`}
          onConfirm={() => browserApi(deleteSamples)}
          onClose={(outcome) => {
            setIsOpen(false)
            // Counts, lists and charts have changed.
            if (outcome === 'deleted') location.reload()
          }}
        />
      ) : null}
    </div>
  )
}
