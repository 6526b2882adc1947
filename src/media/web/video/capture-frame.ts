import { PICTURE_MAX_WIDTH } from '#media/contract/media-limits.ts'

const QUALITY = 0.9

/** The frame that a video shows, as a picture; null if this browser cannot decode the video. */
export async function captureFrame(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return null
  const scale = Math.min(1, PICTURE_MAX_WIDTH / videoWidth)
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(videoWidth * scale),
    height: Math.round(videoHeight * scale),
  })
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  })
  return blob && new File([blob], 'poster.jpg', { type: 'image/jpeg' })
}
