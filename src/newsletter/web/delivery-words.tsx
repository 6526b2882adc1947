import type { AnnouncedPost } from '#newsletter/contract/deliveries.endpoints.ts'

/** ' · mailed to 3, 1 waiting' */
export const DeliveryWords = ({ post: { sent, waiting, failed } }: { readonly post: AnnouncedPost }) => {
  const parts = [
    // Whom it had been queued for may have stopped the mails since.
    ...(sent > 0 ? [`mailed to ${sent.toLocaleString('en')}`] : []),
    ...(waiting > 0 ? [`${waiting.toLocaleString('en')} waiting`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : []),
  ]
  return parts.length === 0 ? ' · mailed to nobody' : ` · ${parts.join(', ')}`
}
