import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#testing/read-workbook.ts'
import type { Api } from './api.ts'
import { overflow, picture } from './browser.ts'
import { openDemo } from './fixture.ts'
import { roster } from './roster.ts'

/** Enough for several batches of the import; bench/sheets.ts brings thirty thousand. */
const COUNT = Number(process.env.ROSTER ?? 6_000)
interface StuClass {
  id: string
  name: string
  grade: number
  gradeMajorId: string
  campusId: string
  startDate: string
  expectedEnd: string
  classNo: string
}
interface Student {
  id: string
  studentNo: string
  name: string
  classId: string
  className: string
}
type Rows<T> = { result: T[]; page: { total: number } }

const demo = openDemo()
let officer: Api
/** A class of the counsellor `fdy`, and a second one of the same major without a counsellor. */
let old: StuClass
let fresh: StuClass

beforeAll(async () => {
  officer = await demo.api('officer')
  const fdy = await demo.api('fdy')
  const counselled = await fdy.get<Array<{ id: string }>>('base/stuClass/getClassFdySelect?isFdy=1')
  const { result } = await officer.get<Rows<StuClass>>('base/stuClass/list?size=200&filters.state=active')
  old = result.find(c => c.id === counselled[0]?.id) as StuClass
  const { id } = await officer.post<{ id: string }>('base/stuClass/add', {
    classNo: `${old.classNo}9`,
    name: `${old.name.replace(/1班$/, '')}9班`,
    gradeMajorId: old.gradeMajorId,
    campusId: old.campusId,
    capacity: 60,
    startDate: old.startDate,
    expectedEnd: old.expectedEnd,
  })
  await officer.post('base/stuClass/start', { ids: [id] })
  fresh = (await officer.get<Rows<StuClass>>(`base/stuClass/list?filters.id=${id}`)).result[0] as StuClass
})

const totalOf = async (page: Page): Promise<number> => {
  const text = await page
    .getByText(/^(共 [\d,]+ 条|[\d,]+ in all)$/)
    .first()
    .textContent()
  return Number((text ?? '').replace(/\D/g, ''))
}
const search = async (page: Page, words: string): Promise<void> => {
  await page.locator('[data-list] input').first().fill(words)
  await page.waitForURL(url => url.searchParams.get('q') === words)
  await page.locator('[data-refetching]').waitFor({ state: 'detached' })
}

describe('the roster of a whole school', () => {
  it('is imported by the officer, corrected, exported, and seen by counsellor and student only as far as it is theirs', { timeout: 600_000 }, async () => {
    const classes = (await officer.get<Rows<StuClass>>('base/stuClass/list?size=200&filters.state=active')).result.filter(c => c.id !== fresh.id)
    const file = join(demo.folder, '学生名单.xlsx')
    writeFileSync(file, await roster(COUNT, classes, '88'))

    // the officer imports
    const { page, faults } = await demo.person('officer')
    await page.goto(`${demo.url}/student/students?view=all`)
    await expect.poll(() => totalOf(page)).toBeGreaterThan(0)
    const before = await totalOf(page)
    await page.getByRole('button', { name: '导入' }).click()
    await page.locator('input[type="file"]').setInputFiles(file)
    await page.getByRole('button', { name: new RegExp(`写入 ${COUNT.toLocaleString('en')} 行`) }).click({ timeout: 240_000 })
    await page.getByRole('button', { name: '知道了' }).click({ timeout: 240_000 })
    await page.reload()
    await expect.poll(() => totalOf(page)).toBe(before + COUNT)

    // finds a student by part of the name and corrects the class
    const wrong = (await officer.get<Rows<Student>>(`base/student/list?filters.classId=${old.id}&filters.studentNo.like=88&size=1`)).result[0] as Student
    await search(page, wrong.name.slice(0, 2))
    await page.getByText(wrong.studentNo, { exact: true }).or(page.locator('[data-list] tbody tr').first()).first().waitFor()
    await search(page, wrong.studentNo)
    await page.locator('[data-list] tbody tr', { hasText: wrong.studentNo }).getByRole('button', { name: '修改' }).click()
    const choice = page.getByRole('dialog').getByLabel('班级')
    await choice.click()
    await choice.fill(fresh.name)
    await page.locator('.ant-select-item-option', { hasText: fresh.name }).click()
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('[data-list] tbody tr', { hasText: fresh.name }).waitFor()
    const { data: after } = { data: (await officer.get<Rows<Student>>(`base/student/list?filters.studentNo=${wrong.studentNo}`)).result[0] }
    expect(after?.className).toBe(fresh.name)

    // exports that class
    await page.goto(`${demo.url}/student/students?view=all&classId=${fresh.id}`)
    await expect.poll(() => totalOf(page)).toBe(1)
    await page.getByRole('button', { name: '导出' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^导出 1 行$/ }).click()])
    const sheet = await readWorkbook(await download.path())
    expect(sheet.flat().join()).toContain(wrong.name)
    expect(sheet.flat().join()).toContain(wrong.studentNo)
    await picture(page, 'journey-officer')
    expect(faults).toEqual([])

    // the counsellor sees exactly their own classes
    const fdy = await demo.api('fdy')
    const own = new Set((await fdy.get<Array<{ id: string }>>('base/stuClass/getClassFdySelect?isFdy=1')).map(c => c.id))
    const expected = await Promise.all(
      [...own].map(async id => (await officer.get<Rows<Student>>(`base/student/list?filters.classId=${id}&filters.hasRecord=1&size=1`)).page.total),
    )
    for (const view of [{ lang: 'zh-cn' }, { lang: 'en', isPhone: true }] as const) {
      const person = await demo.person('fdy', view)
      await person.page.goto(`${demo.url}/student/students`)
      await expect.poll(() => totalOf(person.page)).toBe(expected.reduce((a, b) => a + b, 0))
      expect(await overflow(person.page)).toBeLessThanOrEqual(0)
      await person.page.goto(`${demo.url}/student/students?q=${wrong.studentNo}`)
      await person.page
        .getByText(/没有符合条件|Nothing matches|No .* match/i)
        .first()
        .waitFor()
      expect(person.faults).toEqual([])
      await person.context.close()
    }

    // the student sees only themselves
    for (const view of [{ lang: 'zh-cn' }, { lang: 'zh-cn', isPhone: true }, { lang: 'en', isPhone: true }] as const) {
      const person = await demo.person('student', view)
      await person.page.goto(`${demo.url}/student/mine`)
      await person.page
        .getByText(/^\d{12}$/)
        .first()
        .waitFor()
      expect(await overflow(person.page)).toBeLessThanOrEqual(0)
      await person.page.goto(`${demo.url}/student/students`)
      await person.page
        .getByText(/没有操作权限|not authorized/i)
        .first()
        .waitFor()
      expect(person.faults).toEqual([])
      await person.context.close()
    }
    const student = await demo.api('student')
    const me = await student.get<Rows<Student>>('base/student/list?size=200')
    expect(me.page.total).toBe(1)
    await expect(student.get(`base/student/getOne?id=${wrong.id}`)).rejects.toThrow()
  })
})
