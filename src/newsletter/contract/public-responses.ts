import { publicResponse } from '#platform/contract/public-response.ts'

/** Followers of a closed blog can still stop its mails. */
export const newsletterResponses = {
  // Limited by the endpoint that it calls.
  oneClickEnd: publicResponse('/following/end', {
    methods: ['GET', 'POST'],
    sharing: 'nobody',
    caching: 'never',
    whenClosed: 'open',
  }),
}
