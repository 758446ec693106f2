import { studentsOf } from '#modules/student/server/api.ts'
import type { Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import type { Part } from '#server/print/document.ts'
import { printTemplate } from '#server/print/layout.ts'
import { sectionSource } from '#server/print/sections.ts'
import { cqaScheme, RANK_SCOPES } from '../../schemes/model/scheme.ts'
import type { Scheme } from '../../schemes/server/api.ts'
import { cqaSheet, EXCLUDED, rankText, scoreText } from '../../sheets/model/sheet.ts'
import { SCOPES, type Sheet, scopesOf } from '../../sheets/server/api.ts'
import { cqaGroup } from '../model/group.ts'

type People = Awaited<ReturnType<typeof studentsOf>>
/** By total; who lacks a grade has no rank and stands last (50-CQ5). */
const inOrder = (a: Sheet, b: Sheet): number => Number(!!a.pendingReason) - Number(!!b.pendingReason) || (b.total ?? 0) - (a.total ?? 0)
const whoIs = (people: People, { studentId }: Sheet): [string, string] => [people.get(studentId)?.studentNo ?? '', people.get(studentId)?.name ?? '']
function results(lang: Lang, scheme: Scheme, sheets: readonly Sheet[], people: People): Part {
  const say = (text: string): string => translate(lang, text)
  if (!sheets.length) return { kind: 'text', text: say('还没有已定的结果。'), align: 'left' }
  const [scopes, dimensions] = [scopesOf(scheme), sheets[0]?.dimensions ?? []]
  const rows = [...sheets].sort(inOrder).map(sheet => {
    const scores = dimensions.map(({ code }) => scoreText(sheet.dimensions?.find(d => d.code === code)?.score))
    const ranks = scopes.map(scope => rankText(sheet[SCOPES[scope].rank], sheet[SCOPES[scope].size]))
    return [...whoIs(people, sheet), ...scores, sheet.pendingReason ? say('待补成绩') : scoreText(sheet.total), ...ranks]
  })
  const head = [say('学号'), say('姓名'), ...dimensions.map(d => d.name), say('总分'), ...scopes.map(scope => say(RANK_SCOPES[scope]))]
  return { kind: 'table', title: say('测评结果'), head, rows, blank: 0 }
}
function excluded(lang: Lang, sheets: readonly Sheet[], people: People): Part[] {
  const say = (text: string): string => translate(lang, text)
  const rows = sheets.map(sheet => [...whoIs(people, sheet), say(sheet.excludedReason ? EXCLUDED[sheet.excludedReason] : '')])
  return rows.length ? [{ kind: 'table', title: say('不参加测评'), head: ['学号', '姓名', '原因'].map(say), rows, blank: 0 }] : []
}
const sections = sectionSource({
  code: 'cqaClassResults',
  label: '全班测评结果',
  entity: cqaGroup.name,
  async feed({ db, lang }, id) {
    const { schemeId, classId } = await db.visibleFor(cqaGroup, 'cqa:cqaGroup:list').one(id)
    const scheme = await db.unscoped(cqaScheme).one(schemeId) // the scheme of the group
    const sheets = await db.visibleFor(cqaSheet, 'cqa:cqaSheet:list').all({ schemeId, classId, state: ['final', 'excluded'] })
    const people = await studentsOf(
      db,
      sheets.map(t => t.studentId),
    )
    const isOut = ({ state }: Sheet): boolean => state === 'excluded'
    return [
      results(
        lang,
        scheme,
        sheets.filter(t => !isOut(t)),
        people,
      ),
      ...excluded(lang, sheets.filter(isOut), people),
    ]
  },
})
/** 结果册: what a scheme came to for a class, as its group signs it. */
const book = printTemplate(cqaGroup, {
  code: 'cqaClassBook',
  name: '测评结果册',
  holder: 'classId',
  paper: 'A4L',
  layout: {
    title: '班级综合测评结果册',
    blocks: [
      { kind: 'grid', columns: 3, fields: ['schemeId', 'classId', 'leaderId'] },
      { kind: 'sections', by: 'cqaClassResults' },
      { kind: 'text', text: '班级测评小组组长签名：　　　　　　　　辅导员签名：' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
export default [sections, book]
