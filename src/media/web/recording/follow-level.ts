/** Loud speech has about this share of the highest amplitude. */
const LOUD = 0.35

/** Reports how loud a stream is, 0 to 1, at each frame of the screen. @returns a function that ends it */
export function followLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  let frame = 0
  const read = () => {
    analyser.getByteTimeDomainData(samples)
    const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128) / 128), 0)
    onLevel(Math.min(1, highest / LOUD))
    frame = requestAnimationFrame(read)
  }
  read()
  return () => {
    cancelAnimationFrame(frame)
    void context.close()
  }
}
