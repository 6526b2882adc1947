import { samplesForm } from '#writing/contract/writing.forms.ts'
import { BodyMarkup } from '#posts/web/index.ts'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'

interface SamplesStepProps {
  /** Markup of the sample family's About page. */
  readonly example: string
  /** Address of the next step. */
  readonly next: string
}

/** Offers to add sample posts. */
export const SamplesStep = ({ example, next }: SamplesStepProps) => {
  const form = useDeclaredForm(samplesForm, { next })
  return (
    <Card className="stack justify-items-start">
      <p>
        Sample posts show what a blog looks like when it is in use: lists, categories, pictures, something to search for. They are about a
        family that we invented.
      </p>
      <p className="text-ink-soft">
        While they are there, readers see them, too. One tap on the dashboard removes all of them, and only them.
      </p>
      <DeclaredForm form={form} className="grid w-full gap-3">
        <FormMessage form={form} />
        <div className="row gap-3">
          <LinkButton href={next} variant="primary">
            Start empty
          </LinkButton>
          <Button type="submit" busy={form.isPending} busyLabel="Adding the posts …">
            Add sample posts
          </Button>
        </div>
      </DeclaredForm>
      <details className="w-full">
        <summary className="link link-target">Read how that family introduces itself</summary>
        <p className="mt-2 text-small text-ink-soft">An example for your own About page. It is not published, whatever you choose.</p>
        <BodyMarkup markup={example} className="mt-2" />
      </details>
    </Card>
  )
}
