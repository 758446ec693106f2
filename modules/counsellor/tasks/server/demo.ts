import sql from 'sql-template-tag'
import { publishRound } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { fdyTask, taskRound } from '../model/fdy-task.ts'
import { fdyTaskAnswer } from '../model/fdy-task-answer.ts'

const TASKS = [
  ['报送寒假留校学生名单', '核对本班寒假留校学生的姓名、宿舍和联系电话，汇总后上传。', 'files', 2],
  ['开展防范电信诈骗主题班会', '每个班开一次，讲清常见手法，提醒学生装反诈软件。填报时写明班会时间和参加人数。', 'words', 3],
  ['排查宿舍违章电器', '走访所带学生的宿舍，发现违章电器的登记并收回。', 'none', 1],
] as const
/** Two running tasks and one that is over; the demo's counsellor has not answered. */
export async function demoTasks(db: Db): Promise<void> {
  const [officer, fdy] = [await demoAccount(db, 'officer'), await demoAccount(db, 'fdy')]
  if (!officer) return
  for (const [n, [name, content, proofKind, weight]] of TASKS.entries()) {
    const window = n === 2 ? { beginTime: moment(-12, '08:00'), endTime: moment(-2, '18:00') } : { beginTime: moment(-3, '08:00'), endTime: moment(4 + n, '18:00') }
    const draft = { processType: 'fdyTask', name, content, proofKind, weight, ...window, audience: { roles: ['fdy'] }, ownerDepartmentId: officer.departmentId }
    const { id } = await db.insert(fdyTask, n === 2 ? { ...draft, endTime: moment(4, '18:00') } : draft)
    await publishRound({ db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' }, fdyTask, taskRound, id, true)
    const answered = await db.updateWhere(
      fdyTaskAnswer,
      sql`t.task_id = ${id} and t.user_id is distinct from ${fdy?.id ?? null}::uuid and ('x' || substr(md5(t.user_id::text || ${name}::text), 1, 6))::bit(24)::int % 100 < 60`,
      { state: 'done', words: proofKind === 'words' ? '周三下午开过，除请假的都参加了' : null, answeredAt: moment(-1, '16:20') },
      { bookkeeping: true, returning: ['userId'] },
    )
    await closeTodos(db, { bizType: fdyTask.name, bizId: id, userIds: answered.map(a => a.userId) }, 'done', '已填报')
    if (n === 2) await db.update(fdyTask, id, { endTime: window.endTime })
  }
}
