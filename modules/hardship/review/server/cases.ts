import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Row } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { bedOfStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { aidRecognition } from '../../recognition/model/recognition.ts'
import type { Recognition } from '../../recognition/server/api.ts'
import type { reviewGroup } from '../model/group.ts'

export type Group = Row<typeof reviewGroup>
/** Applications that a class reviews. */
const OPEN = ['pending', 'returned', 'approved'] as const
/** An order that nobody chooses and anybody can repeat: by a hash of seed and id. */
export function inOrder(seed: string, ids: readonly string[]): string[] {
  const hash = (id: string): string => createHash('sha256').update(`${seed}:${id}`).digest('hex')
  return [...ids]
    .map(id => [hash(id), id] as const)
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([, id]) => id)
}
/** Cases of a class, with a code each in an order that says nothing about whose they are. */
export async function casesOf(db: Db, { batchId, classId, seed }: Pick<Group, 'batchId' | 'classId' | 'seed'>): Promise<Array<{ code: string; row: Recognition }>> {
  const rows = await db.unscoped(aidRecognition).all({ batchId, classId, state: [...OPEN], source: 'apply' }) // of the class, without names for members
  const byId = new Map(rows.map(row => [row.id, row]))
  return inOrder(
    seed ?? '',
    rows.map(r => r.id),
  ).flatMap((id, n) => {
    const row = byId.get(id)
    return row ? [{ code: `K${String(n + 1).padStart(2, '0')}`, row }] : []
  })
}
/** Rooms of those who live at the school: who shares one abstains. */
export async function roomsOf(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const beds = await bedOfStudents(db, studentIds)
  return new Map([...beds].map(([id, { roomId }]) => [id, roomId]))
}
/** 40-D4: one's own case, and that of a room-mate, is for the others. */
export const abstains = (rooms: ReadonlyMap<string, string>, memberId: string, { studentId }: Pick<Recognition, 'studentId'>): boolean =>
  memberId === studentId || (rooms.has(memberId) && rooms.get(memberId) === rooms.get(studentId))
export const membersOf = ({ members }: Pick<Group, 'members'>): string[] => (members ?? []).flatMap(m => m ?? [])
/** Cases of a group, each with the members who may vote on it. */
export async function dueOf(db: Db, group: Group): Promise<Array<{ code: string; row: Recognition; voters: string[] }>> {
  const [cases, members] = [await casesOf(db, group), membersOf(group)]
  const rooms = await roomsOf(db, [...members, ...cases.map(c => c.row.studentId)])
  return cases.map(c => ({ ...c, voters: members.filter(m => !abstains(rooms, m, c.row)) }))
}
export const votesOn = (db: Db, recognitionIds: readonly string[]) =>
  db.query<{
    recognitionId: string
    memberId: string
    points: number
    note: string | null
  }>(sql`select recognition_id as "recognitionId", member_id as "memberId", points, note from review_vote
    where tenant_id = ${db.me.tenantId} and recognition_id = any(${[...recognitionIds]}::uuid[])`)
export const classNameOf = async (db: Db, classId: string): Promise<string> => (await db.cached(stuClass)).get(classId)?.name ?? ''
