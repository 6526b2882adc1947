import type { AnnouncedPost } from '#following/contract/deliveries.endpoints.ts'

/** ' · mailed to 3, 1 waiting' */
export const DeliveryWords = ({ post: { sent, waiting, failed } }: { readonly post: AnnouncedPost }) => {
  const parts = [
    `mailed to ${sent.toLocaleString('en')}`,
    ...(waiting > 0 ? [`${waiting.toLocaleString('en')} waiting`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : []),
  ]
  return ` · ${parts.join(', ')}`
}
