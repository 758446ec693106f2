import { basename, extname } from 'node:path/posix'
import type { Row } from '#model'
import { student } from '#modules/student/model/student.ts'
import type { Db } from '#server/context.ts'
import { openBatch } from '../model/actions.ts'
import type { photoBatch } from '../model/batch.ts'
import { collectionCode } from '../model/code.ts'
import type { Fault } from '../model/faults.ts'

export type Pupil = Pick<Row<typeof student>, 'id' | 'name' | 'studentNo' | 'ksh' | 'idNo' | 'status' | 'enrolDate'> & { personId: string }
type MatchBy = Row<typeof photoBatch>['matchBy']
/** Whom a file is named after, or why nobody. */
export type Match = { pupil: Pupil } | { fault: Fault; detail: string }

const NUMBER = /^[0-9A-Za-z]{4,40}$/
const HAN = /\p{Script=Han}/u
const CHUNK = 500
/** What the name of a file says: the whole name without folder and extension, and its parts. */
function wordsOf(file: string): { whole: string; numbers: string[]; names: string[] } {
  const whole = basename(file, extname(file)).trim()
  const parts = whole.split(/[\s_\-+()（）—·.]+/u).filter(Boolean)
  return { whole, numbers: [...new Set([whole, ...parts])].filter(part => NUMBER.test(part)), names: parts.filter(part => HAN.test(part)) }
}
const keyOf = (number: string): string => number.toUpperCase()

/** Finds the students whom files are named after, among those the reader may give photos to. */
export async function matcher(db: Db, files: readonly string[], matchBy: MatchBy): Promise<(file: string) => Match> {
  const found = await byNumber(db, [...new Set(files.flatMap(file => wordsOf(file).numbers))], matchBy)
  return file => {
    const { numbers, names } = wordsOf(file)
    if (!numbers.length) return { fault: 'noNumber', detail: '' }
    // each number in the name has to be known, and all of them to mean the same person
    const unknown = numbers.find(number => !found.has(keyOf(number)))
    if (unknown) return { fault: 'nobody', detail: '' }
    const pupils = numbers.flatMap(number => found.get(keyOf(number)) ?? [])
    const people = new Set(pupils.map(p => p.personId))
    const [first, ...others] = latest(pupils)
    if (!first || people.size > 1 || others.length) return { fault: 'several', detail: '' }
    if (names.some(name => name !== first.name)) return { fault: 'nameDiffers', detail: '' }
    return { pupil: first }
  }
}
/** Of the rows of one person the one that is under way; of several that are not, the last that began. */
function latest(pupils: readonly Pupil[]): Pupil[] {
  const rows = [...new Map(pupils.map(p => [p.id, p])).values()]
  if (rows.length < 2) return rows
  const running = rows.filter(p => p.status === 'active' || p.status === 'preEnrolled')
  if (running.length) return running
  return [...rows].sort((a, b) => (b.enrolDate ?? '').localeCompare(a.enrolDate ?? '')).slice(0, 1)
}
async function byNumber(db: Db, numbers: readonly string[], matchBy: MatchBy): Promise<Map<string, Pupil[]>> {
  const found = new Map<string, Pupil[]>()
  const note = (number: string | null, pupil: Pupil | undefined) => {
    if (number && pupil) found.set(keyOf(number), [...(found.get(keyOf(number)) ?? []), pupil])
  }
  const visible = db.visibleFor(student, openBatch.permission)
  for (let at = 0; at < numbers.length; at += CHUNK) {
    const some = numbers.slice(at, at + CHUNK)
    for (const field of ['studentNo', 'ksh', 'idNo'] as const)
      if (matchBy === 'any' || matchBy === field) for (const pupil of (await visible.all({ [field]: some })) as Pupil[]) note(pupil[field], pupil)
    if (matchBy !== 'any' && matchBy !== 'code') continue
    const codes = await db.visibleFor(collectionCode, openBatch.permission).all({ code: some })
    const holders = new Map(((await visible.all({ id: codes.map(c => c.studentId) })) as Pupil[]).map(p => [p.id, p]))
    for (const { code, studentId } of codes) note(code, holders.get(studentId))
  }
  return found
}
