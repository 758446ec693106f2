let playing: { context: AudioContext; source: AudioBufferSourceNode } | undefined

/** Plays a WAV from the beginning; one that is still playing stops. The page's own audio needs no address that the content policy would have to allow. */
export async function play(base64: string): Promise<void> {
  stop()
  const context = new AudioContext()
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0))
  const source = context.createBufferSource()
  source.buffer = await context.decodeAudioData(bytes.buffer)
  source.connect(context.destination)
  source.onended = () => void context.close()
  source.start()
  playing = { context, source }
}
export function stop(): void {
  const { context, source } = playing ?? {}
  playing = undefined
  if (context?.state === 'closed') return
  source?.stop()
}
