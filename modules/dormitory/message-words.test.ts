import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tonight } from './nights/server/confirm-presence.ts'
import { remindDuty } from './nights/server/duty.ts'
import { STAY_MESSAGES } from './stays/model/messages.ts'
import { tellStays } from './stays/server/notify-stays.ts'
import { type Arriving, type MoveInSchool, moveInSchool } from './stays/testing-move-in.ts'

/** Messages are not mocked here: they are written and read as users see them. */
let s: MoveInSchool
beforeAll(async () => {
  s = await moveInSchool()
})
afterAll(() => s.close())
interface Read {
  title: string
  content: string
}
async function newest(who: { get: MoveInSchool['officer']['get'] }, lang: string): Promise<Read | undefined> {
  await s.server.settle()
  return (await who.get<{ result: Read[] }>('base/message/mine', {}, { 'accept-language': lang })).data.result[0]
}

describe('what a message says in its values', () => {
  it('is read in English, Traditional and Simplified Chinese where it is a word of the program, and as it was entered where it is a name', async () => {
    const [me] = (await s.arriving(1)) as [Arriving]
    const { id, slots } = await s.open()
    await s.choose(me, slots[0])
    await s.officer.post('dorm/moveInPlan/retract', { id })
    const slot = `${s.theDay} 08:00–08:30`
    const [place] = await s.db.query<{ name: string }>(sql`select full_name as name from dorm_building where id = ${s.dorms.women}`)
    const english = await newest(me.actor, 'en')
    expect(english?.content).toContain('the school has taken that day back')
    expect(english?.content).toContain(place?.name)
    expect(english?.content.replace(place?.name ?? '', '')).not.toMatch(/[\u3400-\u9fff]/)
    expect((await newest(me.actor, 'zh-TW'))?.content).toContain('學校收回了這一天的安排')
    expect((await newest(me.actor, 'zh-CN'))?.content).toBe(`你预约的 ${slot} 到 ${place?.name} 已失效：学校收回了这一天的安排。需要时请重新预约。`)
  })
  it('20-DN5 says to an English reader that the whole school is theirs tonight', async () => {
    await s.officer.post('dorm/nightDuty/add', { nightDate: tonight(), teacherId: s.ids.he })
    await s.db.tx(db => remindDuty(db))
    expect((await newest(s.manager, 'en'))?.content).not.toMatch(/[\u3400-\u9fff]/)
  })
  it('20-DR4 names points of a list, each with what somebody wrote beside it', async () => {
    const [me] = (await s.arriving(1, 1)) as [Arriving]
    const points = [{ text: '{name}（{note}）', values: { name: { text: '损坏赔偿' }, note: '椅子' } }, { text: '钥匙未交' }]
    await s.db.tx(async db => tellStays(db, STAY_MESSAGES.checkOutDebts, [await s.stay(me.stayId)], { valuesOf: () => ({ points }) }))
    expect((await newest(me.actor, 'zh-CN'))?.content).toContain('损坏赔偿（椅子）、钥匙未交')
    expect((await newest(me.actor, 'en'))?.content).toMatch(/\(椅子\), \w/)
  })
})
