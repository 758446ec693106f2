import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { keepTask } from '#server/notifications/todos.ts'
import { reprice } from '../model/run-actions.ts'

const keep = (db: Db, xn: string, people: readonly string[]): Promise<void> =>
  keepTask(
    db,
    { bizType: 'billReprice', bizId: xn, node: 'reprice' },
    people,
    { title: { text: '{xn} 学年有学生转班、转专业，请按变动调整应缴', values: { xn } }, link: '/fee/issue' },
    '已按变动调整',
  )
/** 40-F5: one task for a year, however many move; finance previews all of them together. */
export const mustReprice = async (db: Db, xn: string): Promise<void> => keep(db, xn, await accountsWith(db, reprice.permission))
export const repriced = (db: Db, xn: string): Promise<void> => keep(db, xn, [])
