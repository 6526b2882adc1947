import type { FileEnding, StoredFacts } from '#media/contract/file-address.ts'

/** Result of copying a video or audio file. Its size is that of the written file. */
export type Remuxed = Omit<StoredFacts, 'bytes'> & { readonly ending: FileEnding }

/** Tells that this blog cannot copy the file without help: its container or a codec is unknown. */
export class UnknownMedia extends Error {}
