import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#testing/school.ts'
import { openPlace, type Place } from './fixture.ts'
import { campus } from './model/places.ts'
import { codeBook } from './server/region-seed.ts'

let p: Place
let officer: Actor
let anybody: Actor
beforeAll(async () => {
  p = await openPlace()
  officer = await p.school.as({ roles: ['officer'] })
  anybody = await p.school.as({ roles: [] })
})
afterAll(() => p.school.close())
type Option = { code: string; name: string; value: string; label: string }
const cities = async (province: string) => (await anybody.get<Option[]>('base/canton/getCity', { province })).data
const areas = async (city: string) => (await anybody.get<Option[]>('base/canton/getArea', { city })).data

describe('regions', () => {
  it('30-BG2 provinces, cities and areas answer one below the other; what has nothing below answers itself', async () => {
    expect((await anybody.get<Option[]>('base/canton/getProvince')).data).toHaveLength(34)
    expect((await cities('110000')).map(c => c.name)).toEqual(['市辖区'])
    expect((await cities('500000')).map(c => c.name)).toEqual(['市辖区', '县'])
    expect((await areas('429000')).map(c => c.name)).toEqual(['仙桃市', '潜江市', '天门市', '神农架林区'])
    for (const code of ['710000', '810000', '820000']) {
      expect((await cities(code)).map(c => c.code)).toContain(code)
      expect((await areas(code)).map(c => c.code)).toContain(code)
    }
    for (const code of ['441900', '442000', '460400', '620200']) expect((await areas(code)).map(c => c.code)).toEqual([code])
    expect(await cities('999999')).toEqual([])
  })
  it('30-BG2 the whole tree has three levels everywhere and comes with an ETag', async () => {
    const tree = await anybody.get<Array<{ code: string; name: string; children: Array<{ children: unknown[] }> }>>('base/canton/getAreaList')
    expect(tree.data).toHaveLength(34)
    for (const province of tree.data) for (const city of province.children) expect(city.children.length, province.name).toBeGreaterThan(0)
    expect(tree.headers.etag).toMatch(/^".{22}"$/)
    const again = await p.school.server.app.inject({
      url: '/api/base-resource/canton/getAreaList',
      headers: { 'flysource-auth': `bearer ${anybody.token}`, 'if-none-match': tree.headers.etag },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
  it('30-BG1 an abolished code keeps its name, says when it ended and what followed, and is in no selection', async () => {
    const old = await anybody.get('base/canton/ofCode', { code: '310108' })
    expect(old.data).toEqual({ code: '310108', isKnown: true, fullName: '上海市闸北区', validTo: '2015-12-31', successorCode: '310106', successorName: '上海市静安区' })
    expect((await areas('310100')).some(c => c.code === '310108')).toBe(false)
  })
  it('30-BG3 the first six digits suggest a place, and an unknown code only warns', async () => {
    expect((await anybody.get<{ fullName: string }>('base/canton/ofCode', { code: '420106' })).data.fullName).toBe('湖北省武汉市武昌区')
    expect((await anybody.get<{ isKnown: boolean }>('base/canton/ofCode', { code: '999999' })).data).toMatchObject({ isKnown: false, fullName: null })
    const odd = `999999${'19800101'}001`
    const { citizenIdCheck } = await import('#model')
    const draft = {
      staffNo: 'ODD1',
      name: '奇',
      genderCode: '1',
      idType: '1',
      idNo: odd + citizenIdCheck(odd),
      departmentId: p.collegeA,
      staffCategory: 'teacher',
      phone: '13912345678',
    }
    expect((await officer.post('base/teacher/add', draft)).code).toBe(200)
  })
  it('finds a region by name, pinyin, initials and code', async () => {
    for (const keyword of ['武昌', 'wuchangqu', 'wcq', '420106']) {
      const found = await officer.get<{ result: Array<{ code: string }> }>('base/canton/list', { keyword })
      expect(
        found.data.result.map(c => c.code),
        keyword,
      ).toContain('420106')
    }
  })
  it('refuses a code without its parent, a successor that does not exist, and the removal of what has children', async () => {
    const add = (more: Record<string, unknown>) =>
      officer.post('base/canton/add', { code: '420199', name: '测试区', level: 'area', parentCode: '420100', isEnabled: true, ...more })
    expect((await add({ parentCode: '429900' })).errors[0]?.rule).toBe('campus.canton.parentUnknown')
    expect((await add({ parentCode: '420000' })).errors[0]?.rule).toBe('campus.canton.parentLevel')
    expect((await add({ replacedBy: '999999' })).errors[0]?.rule).toBe('campus.canton.successorUnknown')
    expect((await add({})).code).toBe(200)
    const wuhan = await officer.get<{ result: Array<{ id: string }> }>('base/canton/list', { code: '420100' })
    const gone = await officer.post<{ failed: Array<{ msg: string }> }>('base/canton/remove', { ids: wuhan.data.result[0]?.id })
    expect(gone.data.failed[0]?.msg).toMatch(/下面还有 \d+ 个区划/)
  })
  it('30-BG1 a new edition shows what it changes, then keeps abolished codes with their successor', async () => {
    await p.db.insert(campus, { code: 'OLD', name: '旧校区', cantonCode: '420106', isEnabled: true })
    const rows = codeBook()
      .filter(r => r.code !== '420106')
      .map(r => (r.code === '420111' ? { ...r, name: '洪山新区' } : r))
    rows.push({ code: '420119', name: '武昌新区' })
    const preview = await officer.post<{ added: Option[]; renamed: unknown[]; abolished: Array<{ code: string; successor: string; records: number }> }>(
      'base/canton/previewEdition',
      { rows },
    )
    expect(preview.data.added.map(a => a.code)).toEqual(['420119'])
    expect(preview.data.renamed).toContainEqual({ code: '420111', from: '洪山区', to: '洪山新区' })
    expect(preview.data.abolished).toContainEqual({ code: '420106', name: '武昌区', successor: '420119', records: 1 })
    const done = await officer.post<{ abolished: number }>('base/canton/importEdition', { rows, successors: [{ code: '420106', successor: '420111' }] })
    expect(done.msg).toBe('成功')
    expect((await anybody.get('base/canton/ofCode', { code: '420106' })).data).toMatchObject({ isKnown: true, successorCode: '420111', successorName: '湖北省武汉市洪山新区' })
    expect((await areas('420100')).map(c => c.name)).toContain('武昌新区')
    expect((await officer.post<{ added: unknown[]; unchanged: number }>('base/canton/previewEdition', { rows })).data).toMatchObject({ added: [], renamed: [], abolished: [] })
    expect((await officer.post('base/canton/previewEdition', { rows: rows.slice(0, 100) })).errors[0]?.rule).toBe('campus.canton.tooFew')
    expect((await officer.post('base/canton/previewEdition', { rows: [...rows, rows[5]] })).errors[0]?.rule).toBe('campus.canton.duplicate')
    expect((await officer.post('base/canton/previewEdition', { rows: rows.filter(r => r.code !== '420100') })).errors[0]?.rule).toBe('campus.canton.orphan')
  })
})
