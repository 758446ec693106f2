import type { Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import type { Part } from '#server/print/document.ts'
import { printTemplate } from '#server/print/layout.ts'
import { sectionSource } from '#server/print/sections.ts'
import { INDEX_KINDS } from '../../schemes/model/index-row.ts'
import { RANK_SCOPES, STAGES } from '../../schemes/model/scheme.ts'
import { cqaSheet, rankText, scoreText } from '../model/sheet.ts'
import { explanationOf } from './explain.ts'

type Explained = Awaited<ReturnType<typeof explanationOf>>
const nodesOf = (of: Explained) => of.nodes.flatMap(n => n ?? [])
function ranks(lang: Lang, of: Explained): Part {
  const placed = of.ranks.flatMap(r => (r ? [[translate(lang, RANK_SCOPES[r.scope]), rankText(r.rank, r.size)] as const] : []))
  return { kind: 'grid', title: translate(lang, '总分和名次'), columns: 2, cells: [[translate(lang, '总分'), scoreText(of.total)], ...placed] }
}
/** Each index below its group, with where its score comes from. */
function scores(lang: Lang, of: Explained): Part {
  const rows = nodesOf(of)
    .filter(n => n.parentId !== null)
    .map(n => [
      '　'.repeat(Math.max(0, n.depth - 1)) + n.name,
      n.how ?? translate(lang, n.stage ? STAGES[n.stage] : INDEX_KINDS[n.kind]),
      scoreText(n.score),
      String(n.maxScore ?? '—'),
    ])
  return { kind: 'table', title: translate(lang, '各项得分'), head: ['指标', '得分来源', '得分', '最高分'].map(text => translate(lang, text)), rows, blank: 0 }
}
/** Entries that count. */
function entries(lang: Lang, of: Explained): Part[] {
  const rows = nodesOf(of).flatMap(n => n.lines.flatMap(l => (l?.counts ? [[n.name, l.title, l.occurredOn, scoreText(l.points)]] : [])))
  return rows.length ? [{ kind: 'table', title: translate(lang, '计分的佐证'), head: ['指标', '内容', '日期', '计分'].map(text => translate(lang, text)), rows, blank: 0 }] : []
}
const sections = sectionSource({
  code: 'cqaScores',
  label: '得分和名次',
  entity: cqaSheet.name,
  async feed(ctx, id) {
    const of = await explanationOf(ctx, await ctx.db.visibleFor(cqaSheet, 'cqa:cqaSheet:list').one(id))
    return [ranks(ctx.lang, of), scores(ctx.lang, of), ...entries(ctx.lang, of)]
  },
})
/** 测评表: the result of a student with all it is made of, numbered and with a code to check it by. */
const form = printTemplate(cqaSheet, {
  code: 'cqaForm',
  name: '综合测评表',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '学生综合测评表',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo', 'departmentId', 'majorId', 'classId', 'grade', 'schemeId', 'state'] },
      { kind: 'sections', by: 'cqaScores' },
      { kind: 'text', text: '学生签名：　　　　　　　　班级测评小组组长签名：　　　　　　　　辅导员签名：' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
export default [sections, form]
