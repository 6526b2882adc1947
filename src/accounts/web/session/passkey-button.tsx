import KeyRound from 'lucide-react/icons/key-round'
import { useAction } from '#ui/forms/use-action.ts'
import { useSite } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'

interface PasskeyButtonProps {
  readonly label: string
  readonly onPress: () => Promise<void>
}

/** Renders nothing if the blog's address allows no passkeys. */
export const PasskeyButton = ({ label, onPress }: PasskeyButtonProps) => {
  const { run, isBusy, error } = useAction()
  if (!useSite().passkeys) return null
  return (
    <div className="grid gap-3">
      <Button variant="quiet" className="w-full" busy={isBusy} onClick={() => void run(onPress)}>
        <KeyRound size={18} aria-hidden="true" />
        {label}
      </Button>
      {error === null ? null : <Alert kind="info">{error}</Alert>}
    </div>
  )
}
