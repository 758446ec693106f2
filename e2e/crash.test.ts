import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openDemo } from './fixture.ts'
import { type RosterClass, roster } from './roster.ts'

const demo = openDemo({ asProgram: true })

/** In-app deliveries of a notice, one per recipient. Delivery continues meanwhile to people who have joined since. */
const delivered = async (noticeId: string): Promise<number> =>
  (
    await demo.rows<{ n: number }>(
      "select count(*)::int as n from message_delivery d join message m on m.tenant_id = d.tenant_id and m.id = d.message_id where d.channel = 'inApp' and m.biz_type = 'notice' and m.biz_id::text = $1",
      [noticeId],
    )
  )[0]?.n ?? 0
it('10-N4 a server that dies while a notice goes out tells everybody, and nobody twice', async () => {
  const counts = new Map<string, number>()
  // crash right after the response, while events are collected, and while deliveries are written
  for (const delay of [0, 120, 350]) {
    const officer = await demo.api('officer')
    const { id } = await officer.post<{ id: string }>('base/notice/add', {
      title: `停电 ${delay}`,
      noticeType: 'life',
      content: '<p>今晚停电。</p>',
      audience: { all: true },
      needsReceipt: false,
    })
    const { count } = await officer.post<{ count: number }>('base/notice/publish', { id })
    await wait(delay)
    await demo.crash()
    await expect.poll(() => delivered(id), { interval: 200 }).toBe(count)
    counts.set(id, count)
  }
  await wait(6_000) // another round of the queue must change nothing
  for (const [id, count] of counts) expect(await delivered(id)).toBe(count)
}, 240_000)

/** The lease of the dead process expires at once instead of after half a minute. */
const expireLeases = (): Promise<unknown> => demo.rows('update background_task set due_at = now() where holder is not null', [])
const ROWS = 8000
type ListAnswer = { page: { total: number } }
it('10-E3 a server that dies while a roster is checked or written leaves nothing half-done, and goes on with it after the restart', async () => {
  let officer = await demo.api('officer')
  const students = async (): Promise<number> => (await officer.get<ListAnswer>('base/student/list?size=1')).page.total
  const before = await students()
  const { result } = await officer.get<{ result: RosterClass[] }>('base/stuClass/list?size=200&filters.state=active')
  const sheet = await roster(ROWS, result, '77')
  const { jobId } = await officer.upload<{ jobId: string }>('base/student/import', { mode: 'upsert' }, sheet, '学生名单.xlsx')
  const stateOf = async (): Promise<string> => (await officer.get<{ state: string }>(`sheet/importJob/getOne?id=${jobId}`)).state
  const crash = async (): Promise<void> => {
    await wait(500)
    await demo.crash(expireLeases)
    officer = await demo.api('officer')
  }
  await crash()
  expect(await students()).toBe(before)
  // another process takes over once the dead one's lease has expired
  await expect.poll(stateOf, { timeout: 120_000, interval: 200 }).toBe('ready')
  await officer.post('sheet/importJob/commit', { id: jobId })
  await expect.poll(stateOf, { interval: 50 }).toBe('writing')
  await crash()
  expect([before, before + ROWS]).toContain(await students())
  await expect.poll(stateOf, { timeout: 120_000, interval: 200 }).toBe('done')
  expect(await students()).toBe(before + ROWS)
}, 400_000)
it('10-E5 a server that dies while it writes an export finishes it after the restart', async () => {
  let officer = await demo.api('officer')
  const { page } = await officer.get<ListAnswer>('base/student/list?size=1')
  expect(page.total).toBeGreaterThan(ROWS)
  const { jobId } = await officer.post<{ jobId: string }>('base/student/export', { fileName: '全部学生', params: {}, header: { studentNo: '学号', name: '姓名' } })
  const job = () => officer.get<{ state: string; rows: number; fileId: string | null }>(`sheet/exportJob/getOne?id=${jobId}`)
  await demo.crash(expireLeases)
  officer = await demo.api('officer')
  await expect.poll(async () => (await job()).state, { timeout: 120_000, interval: 200 }).toBe('done')
  expect(await job()).toMatchObject({ rows: page.total, fileId: expect.any(String) })
}, 240_000)
