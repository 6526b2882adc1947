import { followForm } from '#newsletter/contract/newsletter.forms.ts'
import { usePage } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

/** Short form for visitors, posted to the follow page, which shows the result. Members choose in their profile. */
export const FollowBox = ({ className }: { readonly className?: string }) => {
  const { site, isMember } = usePage()
  const form = useDeclaredForm(followForm)
  if (!site.mail || site.isClosed || isMember) return null
  return (
    <section aria-labelledby="follow" className={className}>
      <div className="card follow-box">
        <h2 id="follow" className="text-h3">
          Follow by mail
        </h2>
        <p className="mt-1 text-ink-soft">We write on Sundays when there is something new, and one tap in any mail ends it.</p>
        <DeclaredForm form={form} id="follow-box" path="/follow" anchor="follow-message" className="follow-fields">
          <TextField label="Email" type="email" name="email" autoComplete="email" placeholder="name@example.com" />
          <Button type="submit" variant="primary">
            Follow
          </Button>
        </DeclaredForm>
      </div>
    </section>
  )
}
