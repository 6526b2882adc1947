import { LinkButton } from '#web/ui/link-button.tsx'

/** Everything that the blog keeps about the reader, as one file. */
export const DownloadData = () => (
  <LinkButton href="/api/user/my-data" download="my-data.json">
    Download my data
  </LinkButton>
)
