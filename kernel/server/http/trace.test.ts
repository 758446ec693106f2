import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSchool, type School } from '#testing/school.ts'
import { traceIdOf } from './trace.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const given = `00-${TRACE}-00f067aa0ba902b7-01`
let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school?.close())

it('takes over the trace a request belongs to, and gives its own number where none is named as it must be', () => {
  expect(traceIdOf(given)).toBe(TRACE)
  expect(traceIdOf(`${given}-later`)).toBe(TRACE)
  const wrong = [undefined, '', TRACE, given.toUpperCase(), `ff${given.slice(2)}`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${TRACE}-${'0'.repeat(16)}-01`, [given, given]]
  const own = wrong.map(traceIdOf)
  for (const id of own) expect(id).toMatch(/^[0-9a-z]{14,}$/)
  expect(new Set([...own, TRACE]).size).toBe(wrong.length + 1)
})
it('says it in the answer and keeps it in the history of what was written', async () => {
  const officer = await school.as({ roles: ['officer'] })
  const headers = { traceparent: given }
  const refused = await school.anonymous.get('base/todo/count', {}, headers)
  expect(JSON.parse(refused.raw.toString())).toMatchObject({ code: 401, traceId: TRACE })
  const notice = { title: '停电', noticeType: 'life', content: '<p>今晚</p>', audience: { all: true }, needsReceipt: false }
  const { data } = await officer.post<{ id: string }>('base/notice/add', notice, headers)
  const rows = await school.db.query<{ traceId: string }>({
    text: 'select trace_id as "traceId" from operation_log where tenant_id = $1 and biz_id = $2',
    values: [school.tenantId, data.id],
  } as never)
  expect(rows).toEqual([{ traceId: TRACE }])
})
