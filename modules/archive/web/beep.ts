/** A short tone for whoever looks at the envelopes and not at the screen. Browsers without sound stay silent. */
export function beep(): void {
  if (!('AudioContext' in window)) return
  const sound = new AudioContext()
  const tone = sound.createOscillator()
  tone.frequency.value = 330
  tone.connect(sound.destination)
  tone.start()
  tone.stop(sound.currentTime + 0.4)
  tone.onended = () => void sound.close()
}
