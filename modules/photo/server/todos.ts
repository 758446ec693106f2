import type { Row } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { PHOTO_MESSAGES } from '../model/messages.ts'
import { KINDS, studentPhoto } from '../model/photo.ts'

export type Photo = Row<typeof studentPhoto>
const about: MessageAbout<Photo> = { bizType: 'studentPhoto', link: () => '/photo/mine', values: ({ kind }) => ({ kind: { text: KINDS[kind] } }) }
/** 30-PH5: head teacher and counsellor decide about a photo; whoever comes first closes it for the others. */
const todos = rowTodos(studentPhoto, about, {
  decide: {
    text: '{name} 上传了{kind}，请审核',
    while: p => p.state === 'pending',
    link: p => `/photo/photos?view=pending&id=${p.id}`,
    message: PHOTO_MESSAGES.submitted,
  },
})
/** Asks the head teacher and the counsellor of each student; the college where there is neither. */
export async function askAbout(db: Db, photos: readonly Photo[]): Promise<void> {
  const people = await studentsOf(
    db,
    photos.map(p => p.studentId),
  )
  const rows = photos.flatMap(row => {
    const who = people.get(row.studentId)
    return who ? [{ row, who }] : []
  })
  const students = rows.map(r => r.who)
  const [bzr, fdy, college] = [await staffOfAll(db, students, 'bzr'), await staffOfAll(db, students, 'fdy'), await staffOfAll(db, students, 'college')]
  const nearest = (at: number): string[] => {
    const near = [...new Set([...(bzr[at] ?? []), ...(fdy[at] ?? [])])]
    return near.length ? near : (college[at] ?? [])
  }
  await todos.open(
    db,
    'decide',
    rows.map((r, at) => ({ ...r, to: nearest(at) })),
  )
}
/** What follows from a decision: the to-dos close, and the student is told. */
export async function decided(db: Db, photos: readonly Photo[]): Promise<void> {
  await todos.follow(db, photos)
  const people = await studentsOf(
    db,
    photos.map(p => p.studentId),
  )
  for (const state of ['accepted', 'refused'] as const) {
    const rows = photos.filter(p => p.state === state)
    const told = rows.map(row => ({ row, who: people.get(row.studentId), more: state === 'refused' ? { reason: row.refuseReason ?? '' } : {} }))
    await notifyAbout(db, PHOTO_MESSAGES[state], about, told)
  }
}
