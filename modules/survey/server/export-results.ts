import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import type { Ctx } from '#server/context.ts'
import { handle } from '#server/context.ts'
import { downloadHeaders, XLSX } from '#server/http/download.ts'
import { translate } from '#server/i18n/translate.ts'
import { type SheetSpec, type Value, writeWorkbook } from '#server/spreadsheets/write.ts'
import { exportResults } from '../model/analysis-actions.ts'
import { QUESTION_TYPES, type Question } from '../model/question.ts'
import { survey } from '../model/survey.ts'
import { resultsOf } from './results.ts'
import { saidOf } from './said.ts'
import { isProtected } from './sheets.ts'
import { leastOf, numbered, valuesOf } from './tally.ts'
import { questionsOf, type Survey } from './versions.ts'

interface Table {
  titles: string[]
  rows: Value[][]
}
/** Cells that a spreadsheet would compute are texts. */
const plain = (value: Value): string => String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&")
const quoted = (value: Value): string => `"${plain(value).replaceAll('"', '""')}"`
const asCsv = ({ titles, rows }: Table): Buffer => Buffer.from(`\uFEFF${[titles, ...rows].map(row => row.map(quoted).join(',')).join('\r\n')}\r\n`)

/** A row for each answer: of a named survey, and of a confidential one for those who may read it. Personal answers stay in. */
async function answerRows({ db, lang }: Ctx, row: Survey, questions: readonly Question[], isCoded: boolean): Promise<Table> {
  const asked = numbered(questions).filter(({ q }) => q.type !== 'file' && q.type !== 'signature' && !isProtected(q))
  const found = await db.query<{ name: string | null; className: string | null; answers: Record<string, unknown>; seconds: number | null; on: string }>(sql`
    select coalesce(s.name, u.nick_name) as name, c.name as "className", r.answers, r.seconds, to_char(r.submitted_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as on
    from survey_answer r left join student s on s.tenant_id = r.tenant_id and s.id = r.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join sys_user u on u.tenant_id = r.tenant_id and u.id::text = r.respondent_id where r.tenant_id = ${db.me.tenantId} and r.survey_id = ${row.id} order by r.submitted_at`)
  return {
    titles: [...['姓名', '班级', '提交时间', '用时（秒）'].map(title => translate(lang, title)), ...asked.map(({ q, number }) => (isCoded ? q.key : `${number}. ${q.title}`))],
    rows: found.map(f => [f.name, f.className, f.on, f.seconds, ...asked.map(({ q }) => saidOf(q, f.answers[q.key], f.answers, isCoded))]),
  }
}
/** The counts of a protected survey, as its analysis shows them. */
async function countRows(ctx: Ctx, row: Survey, questions: readonly Question[], isCoded: boolean): Promise<Table> {
  const { questions: shown } = await resultsOf(ctx, row, questions)
  return {
    titles: ['题目', '选项', '人数'].map(title => translate(ctx.lang, title)),
    rows: shown.flatMap(q => q.bars.map(bar => [isCoded ? q.key : `${q.number}. ${q.title}`, isCoded ? bar.key : bar.label, bar.n === null ? '—' : bar.n])),
  }
}
/** Which key means what. */
const codebook = ({ lang }: Ctx, questions: readonly Question[]): Table => ({
  titles: ['代号', '题目', '题型', '选项', '名称'].map(title => translate(lang, title)),
  rows: numbered(questions).flatMap(({ q, number }) => {
    const head = [q.key, `${number}. ${q.title}`, translate(lang, QUESTION_TYPES[q.type])]
    const values = valuesOf(q)
    return values.length ? values.map(v => [...head, v.key, v.label]) : [[...head, '', '']]
  }),
})
export default handle(exportResults, async (ctx, { id, what, as }) => {
  const row = await ctx.db.visible(survey).one(id)
  const questions = await questionsOf(ctx.db, row)
  const isCoded = as === 'codes'
  const table =
    what === 'codebook' ? codebook(ctx, questions) : (await leastOf(ctx, row)) ? await countRows(ctx, row, questions, isCoded) : await answerRows(ctx, row, questions, isCoded)
  if (!table.rows.length) return ctx.refuse('empty')
  const isCsv = what === 'csv'
  const name = `${row.name}.${isCsv ? 'csv' : 'xlsx'}`
  const spec: SheetSpec = { name: row.name, columns: table.titles.map(title => ({ title })), rows: [table.rows] }
  return {
    blob: isCsv ? Readable.from([asCsv(table)]) : writeWorkbook(spec),
    type: isCsv ? 'text/csv; charset=utf-8' : XLSX,
    headers: downloadHeaders(name, table.rows.length),
  }
})
