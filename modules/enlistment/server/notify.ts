import { yuanText } from '#model/money.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { AID_KINDS, type MilitaryAid } from '../model/aid.ts'
import { AID_MESSAGES, ENLIST_MESSAGES } from '../model/messages.ts'
import { nextStep } from '../model/path.ts'
import { type EnlistRecord, stageStates } from '../model/record.ts'

export const MINE = '/enlistment/mine'
export const staffLink = ({ studentId }: { studentId: string }): string => `/enlistment/records?studentId=${studentId}`
export const aidLink = ({ studentId }: { studentId: string }): string => `/enlistment/aids?studentId=${studentId}`
export const aboutRecord: MessageAbout<EnlistRecord> = {
  bizType: 'enlistRecord',
  link: () => MINE,
  values: row => ({ stage: { text: stageStates.labels[row.stage] }, next: { text: nextStep(row) } }),
}
export const aboutAid: MessageAbout<MilitaryAid> = {
  bizType: 'militaryAid',
  link: row => `/enlistment/aids/mine?id=${row.id}`,
  values: row => ({ kind: { text: AID_KINDS[row.kind] }, amount: yuanText(row.total) }),
}
/** Rows with their students and those who counsel them. */
export async function concerned<R extends { studentId: string; classId: string | null }>(db: Db, rows: readonly R[]) {
  const people = await withStudents(db, rows)
  const staff = await staffOfAll(
    db,
    people.map(({ row, who }) => ({ counselledClassId: who.counselledClassId ?? row.classId, departmentId: who.departmentId })),
    'fdy',
  )
  return people.map((one, n) => ({ ...one, staff: staff[n] ?? [] }))
}
export async function tellStage(db: Db, rows: readonly EnlistRecord[]): Promise<void> {
  await notifyAbout(db, ENLIST_MESSAGES.stageChanged, aboutRecord, await withStudents(db, rows))
}
export async function tellAids(db: Db, event: 'reported' | 'funded' | 'paid', rows: readonly MilitaryAid[]): Promise<void> {
  await notifyAbout(db, AID_MESSAGES[event], aboutAid, await withStudents(db, rows))
}
