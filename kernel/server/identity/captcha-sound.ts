import { randomInt } from 'node:crypto'

/** A captcha for who sees no picture: groups of beeps to count. No language, no voice, no library. */
const RATE = 8000
const HEAD = 44
const GROUPS = 5
const MOST = 6
/** Seconds. Beeps and the gaps between them vary, so that no group sounds like another one of the same number. */
const BEEP = [0.1, 0.15] as const
const GAP = [0.14, 0.2] as const
const PAUSE = 0.9
const LEAD = 0.3

const between = ([low, high]: readonly [number, number]): number => low + (randomInt(1000) / 1000) * (high - low)

/** How often each group beeps; the text of the captcha is these digits. */
export const beepCounts = (): number[] => Array.from({ length: GROUPS }, () => 1 + randomInt(MOST))

/** A WAV of the groups: 8 bit, one channel, some ten seconds. Each group has its own pitch; hiss lies under all of it. */
export function soundOf(counts: readonly number[]): Buffer {
  const parts: Float32Array[] = [silence(LEAD)]
  for (const count of counts) {
    const pitch = 520 + randomInt(360)
    for (let i = 0; i < count; i++) parts.push(beep(pitch, between(BEEP)), silence(between(GAP)))
    parts.push(silence(PAUSE))
  }
  return wav(parts)
}
const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * RATE))
/** Comes and goes softly: a hard edge clicks. */
function beep(pitch: number, seconds: number): Float32Array {
  const made = silence(seconds)
  const edge = RATE * 0.012
  for (let i = 0; i < made.length; i++) made[i] = 0.6 * Math.min(1, i / edge, (made.length - i) / edge) * Math.sin((2 * Math.PI * pitch * i) / RATE)
  return made
}
function wav(parts: readonly Float32Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const made = Buffer.alloc(HEAD + length)
  made.write('RIFF', 0)
  made.writeUInt32LE(HEAD - 8 + length, 4)
  made.write('WAVEfmt ', 8)
  made.writeUInt32LE(16, 16)
  made.writeUInt16LE(1, 20)
  made.writeUInt16LE(1, 22)
  made.writeUInt32LE(RATE, 24)
  made.writeUInt32LE(RATE, 28)
  made.writeUInt16LE(1, 32)
  made.writeUInt16LE(8, 34)
  made.write('data', 36)
  made.writeUInt32LE(length, 40)
  let at = HEAD
  for (const part of parts) for (const value of part) made[at++] = Math.round(128 + 127 * (value + (Math.random() - 0.5) * 0.04))
  return made
}
