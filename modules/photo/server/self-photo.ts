import { refusalOf } from '#model'
import { KINDS, type Kind, studentPhoto } from '../model/photo.ts'
import { listIn } from './check.ts'
import type { Settings } from './settings.ts'
import type { Photo } from './todos.ts'

/** Photos that the student sent and that were accepted, of all versions of a kind; the first one is no change. */
const takenIn = (versions: readonly Photo[]): number => versions.filter(v => v.source === 'self' && (v.state === 'accepted' || v.state === 'locked')).length
const changesIn = (versions: readonly Photo[]): number => Math.max(0, takenIn(versions) - 1)
/** 30-PH5: changes that are left to a student. */
export const changesLeft = (s: Settings, versions: readonly Photo[]): number => Math.max(0, s.selfReplacements - changesIn(versions))
/** 30-PH5: why a student may not send a photo of this kind now. `versions` are all of the kind. */
export function selfRefusal(s: Settings, kind: Kind, versions: readonly Photo[]): ReturnType<typeof refusalOf> | undefined {
  const values = { kind: KINDS[kind] }
  const current = versions.find(v => v.isCurrent)
  if (!listIn(s.selfKinds).includes(kind)) return refusalOf(studentPhoto, 'kindClosed', values)
  if (current?.state === 'locked') return refusalOf(studentPhoto, 'ownLocked', values)
  if (current && current.source !== 'self') return refusalOf(studentPhoto, 'official', values)
  if (versions.some(v => v.state === 'pending')) return refusalOf(studentPhoto, 'pending', values)
  if (takenIn(versions) > s.selfReplacements) return refusalOf(studentPhoto, 'used', { ...values, most: s.selfReplacements, used: changesIn(versions) })
  return undefined
}
