import type { WholeAnswer } from '#server/platform/http/whole-answer.ts'
import { type Tagged, TaggedCache } from './tagged-cache.ts'

/** A whole answer, and what it hangs on. */
export interface Answer extends WholeAnswer, Tagged {}

/** An entry's own cost beside its bytes. */
const ENTRY_OVERHEAD_BYTES = 2048

/** What it can come to when it has been asked for in every encoding: two compressed forms are smaller than one that is not. */
const bytesOf = ({ raw, encode }: Answer) => ENTRY_OVERHEAD_BYTES + raw.bytes.byteLength * (encode ? 2 : 1)

/** Whole answers by their normalised address, bounded by bytes. */
export class AnswerCache extends TaggedCache<Answer> {
  constructor(maxBytes: number) {
    super(maxBytes, bytesOf)
  }
}
