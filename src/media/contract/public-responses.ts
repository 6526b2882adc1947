import { publicResponse } from '#platform/contract/public-response.ts'

const DRAWING = { sharing: 'everyone', caching: 'forever', whenClosed: 'open' } as const

/** Drawn covers and avatars, which depend on their address alone. */
export const drawingResponses = {
  avatar: publicResponse('/drawings/avatar/:name', DRAWING),
  cover: publicResponse('/drawings/cover/:name', DRAWING),
}

const FILE = { sharing: 'nobody', isTransfer: true } as const

/** Uploads by tus, and downloads of files. */
export const fileResponses = {
  // Refused without a session, in any case. The number and size of uploads is limited per user.
  uploads: publicResponse('/files', { ...FILE, methods: ['POST', 'OPTIONS'], caching: 'never', whenClosed: 'open' }),
  upload: publicResponse('/files/uploads/:id', {
    ...FILE,
    methods: ['GET', 'PATCH', 'DELETE', 'OPTIONS'],
    caching: 'never',
    whenClosed: 'open',
  }),
  // A closed blog hides most pictures, but not the logo: the audience of a picture depends on it (`audienceOfPicture`).
  // The number of files being sent is limited in total and per address.
  file: publicResponse('/files/:folder/:name', { ...FILE, caching: 'browsers', whenClosed: 'open' }),
}
