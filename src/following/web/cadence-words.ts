import { COMMENT_CADENCES, type CommentCadence, POST_CADENCES, type PostCadence } from '#following/contract/cadences.ts'

const WORDS: Readonly<Record<PostCadence | CommentCadence, string>> = {
  at_once: 'As soon as there is one',
  daily: 'Once a day, together',
  weekly: 'On Sundays, together',
}

export const cadenceWords = (cadence: PostCadence | CommentCadence): string => WORDS[cadence]

export const POST_CADENCE_OPTIONS = POST_CADENCES.map((value) => ({ value, label: WORDS[value] }))
export const COMMENT_CADENCE_OPTIONS = COMMENT_CADENCES.map((value) => ({ value, label: WORDS[value] }))
