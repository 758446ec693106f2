import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import { notify } from '#server/notifications/notify.ts'
import { openTodos } from '#server/notifications/todos.ts'
import { onDuty } from '../../attention/server/api.ts'
import { SCREENING_MESSAGES } from '../../screening/model/messages.ts'
import { helpRequest } from '../model/help-request.ts'
import { takeFacts } from './take-facts.ts'

export const HELP_QUEUE = 'mentalHealth.help'
const LINK = '/mentalHealth/requests'
/** 50-MH3: whoever is on duty hears within a minute, in words that say nothing. Done apart from the call of whoever asked, so that message and to-do bear neither name nor trace of it. */
export const tellHelp = (db: Db): Promise<boolean> =>
  db.tx(async tx => {
    const fresh = await tx.updateWhere(helpRequest, sql`not t.is_told`, { isTold: true }, { bookkeeping: true, returning: ['about', 'studentId', 'createdAt'] })
    if (!fresh.length) return false
    const to = await onDuty(tx)
    await notify(tx, SCREENING_MESSAGES.duty, { to, values: {}, bizType: helpRequest.name, bizId: fresh[0]?.id ?? '', link: LINK, mobileLink: LINK })
    const draft = { kind: 'task', title: { text: '有一项工作等你处理' }, bizType: helpRequest.name, link: LINK, mobileLink: LINK, priority: 'urgent' } as const
    await openTodos(
      tx,
      fresh.flatMap(({ id }) => to.map(userId => ({ ...draft, userId, bizId: id }))),
    )
    await takeFacts(
      tx,
      fresh.flatMap(({ id, about, studentId, createdAt }) =>
        about === 'self' && studentId ? [{ studentId, signal: 'helpRequest', occurredAt: createdAt, value: 1, sourceId: id }] : [],
      ),
    )
    return false
  })
export default queueWorker(HELP_QUEUE, 'select from help_request where tenant_id = $1 and not is_told', tellHelp)
