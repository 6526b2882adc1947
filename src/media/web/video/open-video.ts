import { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'

export const openVideo = (file: Blob): Input => new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] })

/** Thrown where the original must be sent: it is small already, or something of it would be lost. */
export class SendOriginal extends Error {
  override readonly name = 'SendOriginal'
}
