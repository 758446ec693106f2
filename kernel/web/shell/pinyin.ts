import { pinyin } from 'pinyin-pro'
import type { Sound } from './search.ts'

const known = new Map<string, Sound>()

/** Pinyin of a title; loaded on the first search. */
export function spell(title: string): Sound {
  const found = known.get(title)
  if (found) return found
  const syllables = pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
  const sound = {
    full: syllables.join('').toLowerCase(),
    initials: syllables
      .map(s => s[0] ?? '')
      .join('')
      .toLowerCase(),
  }
  known.set(title, sound)
  return sound
}
