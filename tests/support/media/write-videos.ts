import { mediaFixture, smallPdf } from './small-files.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { sendMedia } from './tus.ts'

/** Sends a video with captions, an audio file and a document as an admin. @returns what shows them in a post */
export async function writeVideos(client: Pick<TestClient, 'send'>): Promise<string> {
  const store = async (name: string, bytes: Uint8Array) => (await sendMedia(client, name, bytes)).url
  const video = await store('First steps.mp4', mediaFixture('mp4'))
  const captions = await store('First steps.vtt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nLook, she walks!\n'))
  const audio = await store('First word.mp3', mediaFixture('mp3'))
  const pdf = await store('Discharge plan.pdf', smallPdf())
  return [
    `<figure><video controls preload="metadata" src="${video}"><track kind="captions" src="${captions}" srclang="en" label="Captions"></video><figcaption>First steps</figcaption></figure>`,
    `<figure><audio controls preload="metadata" src="${audio}"></audio></figure><details><summary>Transcript</summary><p>Mama.</p></details>`,
    `<p><a href="${pdf}">Discharge plan.pdf</a></p>`,
  ].join('')
}
