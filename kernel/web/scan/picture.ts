const MOST_BYTES = 300 * 1024
const LONGEST = 960
const QUALITIES = [0.8, 0.6, 0.45, 0.3]
const blobOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> => new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
/** A camera frame, reduced in size for crowded networks: its longer side has at most `longest` pixels. */
export async function snap(video: HTMLVideoElement, longest = LONGEST): Promise<File | undefined> {
  const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  for (const quality of QUALITIES) {
    const blob = await blobOf(canvas, quality)
    if (blob && blob.size <= MOST_BYTES) return new File([blob], `${Date.now()}.jpg`, { type: 'image/jpeg' })
  }
  return undefined
}
